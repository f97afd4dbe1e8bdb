import { categoryNumber } from '../../engine/gazetteer/categories/categories.ts';

/**
 * The categories of Overture's places by category of ours, one per line. Source: taxonomy of Overture, release of September 2026, and the names of
 * its former `categories` that differ by more than a plural.
 *
 * Shape: slug | names of Overture. A name stands for all below it in the hierarchy that are not listed; names equal to a slug are left out.
 */
const OVERTURE_TABLE = `
bank | bank_or_credit_union, credit_union, bank_credit_union
hospital | childrens_hospital, specialty_hospital, emergency_department
university | college_university
market | night_market, farmers_market, public_market, flea_market, bazaar
restaurant | casual_eatery, food_service
cafe | coffee_shop, non_alcoholic_beverage_venue
hotel | inn
station | train_station, rail_facility_or_service
bus_station | coach_bus
park | dog_park, state_park
attraction | amusement_attraction, rural_attraction, landmark_and_historical_building, science_attraction
temple | buddhist_place_of_worship, buddhist_temple
pharmacy | pharmacy_and_drug_store, drugstore
school | place_of_learning, private_school, public_school
kindergarten | preschool, day_care_preschool, child_care_and_day_care, montessori_school
fuel | gas_station, truck_gas_station
supermarket | grocery_store, superstore
convenience | convenience_store, kiosk
mall | shopping_mall, shopping_center
police | police_station, police_department
townhall | town_hall
company | corporate_or_business_office, b2b_service
apartments | apartment, condominium, condominiums
place_of_worship | religious_organization
church | christian_place_of_worship, church_cathedral, catholic_church
mosque | muslim_place_of_worship
shrine | shinto_shrine, religious_landmark
hindu_temple | hindu_place_of_worship
clinic | primary_care_or_general_clinic, outpatient_care_facility, specialized_medical_facility, specialized_health_care, urgent_care_clinic, walk_in_clinic, behavioral_or_mental_health_clinic, pediatric_clinic, reproductive_perinatal_and_womens_care, surgery, vision_or_eye_care_clinic, physical_medicine_and_rehabilitation, medical_service, medical_center, health_care, health_and_medical
doctors | doctors_office, doctor, family_practice, internal_medicine
dentist | dental_clinic
health_post | public_health_clinic, community_health_center
veterinary | veterinarian, animal_hospital, emergency_pet_hospital
optician | eyewear_store, eyewear_and_optician
laboratory | diagnostics_imaging_or_lab_service, laboratory_testing
traditional_medicine | complementary_and_alternative_medicine
nursing_home | senior_living_facility, retirement_home, assisted_living_facility
college | vocational_and_technical_school
primary_school | elementary_school
secondary_school | middle_school
driving_school | traffic_school
training_centre | specialty_school, tutoring_service, tutoring_center, educational_service, adult_education_center, class_venue, academy
fast_food | fast_food_restaurant, burger_restaurant, food_truck_stand, food_stand, food_truck
bar | alcoholic_beverage_venue, lounge
pub | beer_bar, beer_garden, gastropub, irish_pub, brewery
ice_cream | ice_cream_shop, gelato_shop, frozen_yogurt_shop, shaved_ice_shop, ice_cream_and_frozen_yoghurt
pastry | patisserie_cake_shop, dessert_shop, desserts, candy_store, cupcake_shop, donut_shop, custom_cakes_shop, chocolatier
vegetarian | vegetarian_restaurant, vegan_restaurant
seafood | seafood_restaurant, fish_restaurant
bubble_tea | bubble_tea_shop
tea | tea_room
juice | smoothie_juice_bar
alcohol | liquor_store, beer_wine_spirits_store, beer_wine_and_spirits
butcher | butcher_shop
fishmonger | seafood_market
greengrocer | produce_store, fruits_and_vegetables
deli | food_and_beverage_store, delicatessen
clothes | clothing_store, fashion_and_apparel_store, fashion
shoes | shoe_store
bags | luggage_store, handbag_store, leather_goods_store
tailor | sewing_and_alterations
jewelry | jewelry_store, goldsmith, gold_buyer
watches | watch_store
cosmetics | cosmetics_and_fragrance_store, personal_care_and_beauty_store, beauty_supply_store, cosmetic_and_beauty_supplies
beauty | personal_or_beauty_service, beauty_salon, nail_salon, beauty_and_spa
hairdresser | hair_salon, barber, hair_stylist, kids_hair_salon
massage | massage_therapy, sauna, reflexology
spa | day_spa, wellness_service
electronics | electronics_store, appliance_store
mobile_phone | mobile_phone_store, mobile_phone_accessory_store, mobile_phone_repair
computer | computer_store, it_service_and_computer_repair
camera | camera_and_photography_store, photography_service, event_photography_service, session_photography_service
hardware | hardware_home_and_garden_store, hardware_store, building_supply_store
furniture | furniture_store, mattress_store, carpet_store, lighting_store, bedding_and_bath_store, home_decor_store
houseware | home_goods_store, kitchen_supply_store, kitchen_and_bath_store
florist | flowers_and_gifts_store, flower_market
garden_centre | nursery_and_gardening_store
books | books_music_and_video_store, bookstore
stationery | office_supply_store, cards_and_stationery_store
newsagent | newspaper_and_magazines_store
gift | gift_shop, souvenir_store, souvenir_shop
toys | toys_and_games_store, toy_store, video_game_store
baby_goods | baby_gear_and_nursery_store
sports_shop | sporting_goods_store
bicycle | bike_store, bike_repair_maintenance
motorcycle | motorcycle_dealer
car | vehicle_dealer, auto_dealer, car_dealer
car_repair | automotive_service, automotive_repair, vehicle_service, tire_dealer_and_repair
car_wash | auto_detailing
car_rental | car_rental_service, car_rental_agency, truck_rental_service
motorcycle_rental | motorcycle_rental_service, scooter_rental
bicycle_rental | bike_rental, bike_sharing_location
charging_station | ev_charging_station
parking | park_and_ride
vehicle_inspection | car_inspection, emissions_inspection
laundry | laundry_service, laundromat, dry_cleaning
copyshop | printing_service
travel_agency | travel_service, travel_agent, tour_operator
ticket_office | ticket_office_or_booth
pet | animal_and_pet_store, animal_or_pet_service, pet_store
pawnbroker | pawn_shop
wholesale | wholesaler, supplier_or_distributor, warehouse_club_store
shop | shopping, retail, specialty_store, second_hand_store, vehicle_parts_store, discount_store, arts_crafts_and_hobby_store
music_shop | musical_instrument_and_pro_audio_store, musical_instrument_store
medical_supply | medical_supply_store, dental_supply_store
art | framing_store, art_supply_store
tobacco | tobacco_shop, smoke_and_vape_store
guest_house | private_lodging, bed_and_breakfast, lodging, accommodation
resort | beach_resort
apartment_hotel | service_apartment, self_catering_accommodation
camp_site | campground, rv_park
dormitory | university_housing
metro_station | light_rail_and_subway_station
ferry_terminal | ferry_service, water_taxi_service, pier
port | marina
taxi | taxi_or_ride_share_service, taxi_service, taxi_stand
toll_booth | toll_station
rest_area | rest_stop, truck_stop
cable_car | cable_car_service
cinema | movie_theater
theatre | theatre_venue, performing_arts_venue, music_venue
arts_centre | cultural_center
community_centre | community_center, civic_center
conference_centre | event_venue
exhibition_centre | exhibition_and_trade_fair_venue, fairgrounds
nightclub | dance_club, nightlife_venue
karaoke | karaoke_venue
gallery | art_gallery
zoo | animal_attraction
theme_park | amusement_park
viewpoint | scenic_viewpoint, lookout
memorial | memorial_site
historic_site | castle, fort, palace
artwork | sculpture_statue, street_art
information | visitor_center
square | public_plaza
garden | botanical_garden
nature_reserve | national_park, wildlife_sanctuary
stadium | stadium_arena
sports_centre | sport_or_fitness_facility, sport_or_recreation_club, sports_and_recreation
fitness_centre | gym, fitness_studio
pitch | sport_field, sport_court
golf_course | driving_range
bowling | bowling_alley, pool_billiards, pool_hall
playground | indoor_playcenter
dance | dance_studio
government | government_office, government_department
prison | jail_or_prison
military | military_site
public_toilet | public_restroom
social_facility | social_or_community_service
notary | notary_public
lawyer | attorney_or_law_firm, legal_service
insurance | insurance_agency, life_insurance, auto_insurance
financial | financial_service
money_transfer | money_transfer_service
bureau_de_change | currency_exchange
estate_agent | real_estate_service, real_estate_agent, real_estate
it_office | information_technology_company, software_development
telecommunication | telecommunications_service, telecommunications_company, internet_service_provider
ngo | civic_organization, labor_union, youth_organization
political_party | political_organization
newspaper | media_news_company
broadcasting | television_station, radio_station
logistics | shipping_or_delivery_service, b2b_transportation_and_storage_service
coworking_space | shared_office_space
office | professional_service
factory | manufacturer, industrial_facility_or_service
warehouse | storage_facility
power_plant | electric_utility_provider, utility_energy_infrastructure
water_works | water_utility_provider
cemetery | memorial_park
funeral_home | funeral_service
recycling | recycling_center, junkyard
fountain | public_fountain
building | skyscraper, campus_building
`;

/** The slug of each name of Overture that is listed. */
export const OVERTURE_NAMES: ReadonlyMap<string, string> = new Map(
  OVERTURE_TABLE.trim()
    .split('\n')
    .flatMap((line) => {
      const [slug = '', names = ''] = line.split(' | ');
      return names.split(', ').map((name) => [name, slug] as const);
    }),
);

/** What a place of Overture says of its category; each may be missing. */
export interface OvertureCategories {
  /** Since December 2025. Shape: `hierarchy` from the most general. */
  taxonomy?: { primary?: unknown; hierarchy?: unknown; alternates?: unknown; alternate?: unknown } | null;
  /** Until September 2026. */
  categories?: { primary?: unknown; alternate?: unknown } | null;
  basic_category?: unknown;
}

/** Returns the slugs of a place of Overture, that of its primary category first; none if no category is known. */
export function overtureCategories({ taxonomy, categories, basic_category }: OvertureCategories): string[] {
  const hierarchy = textsOf(taxonomy?.hierarchy).reverse();
  const primary = [taxonomy?.primary, ...hierarchy, categories?.primary, basic_category];
  const others = [taxonomy?.alternates, taxonomy?.alternate, categories?.alternate].flatMap(textsOf);
  const slugs = new Set<string>();
  for (const name of primary) {
    const slug = slugOf(name);
    if (slug === undefined) continue;
    slugs.add(slug);
    break;
  }
  for (const name of others) {
    const slug = slugOf(name);
    if (slug !== undefined) slugs.add(slug);
  }
  return [...slugs];
}

function textsOf(list: unknown): unknown[] {
  return Array.isArray(list) ? [...(list as unknown[])] : [];
}

/** Returns the slug of one name: listed, a slug itself, or a kind of restaurant, of which the former categories have no hierarchy. */
function slugOf(name: unknown): string | undefined {
  if (typeof name !== 'string') return undefined;
  const slug = OVERTURE_NAMES.get(name) ?? (categoryNumber(name) === undefined ? undefined : name);
  return slug ?? (name.endsWith('_restaurant') ? 'restaurant' : undefined);
}
