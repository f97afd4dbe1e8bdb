/**
 * The categories of places, one per line; the number of a category is its line.
 *
 * Shape: slug | importance | groups | Vietnamese words, the first is displayed | English words besides the slug | tags of OpenStreetMap:
 * alternatives separated by commas, conditions that all apply by `+`, `*` for any value.
 * Guarantee: append only, because datasets contain the numbers.
 */
export const CATEGORY_TABLE = `
atm | 20 | finance | cây ATM, máy ATM, ATM, trụ ATM, máy rút tiền | cash machine, cashpoint, cash dispenser | amenity=atm, atm=only
bank | 70 | finance | ngân hàng, nhà băng | | amenity=bank, office=bank
hospital | 200 | health | bệnh viện, nhà thương | | amenity=hospital, healthcare=hospital, building=hospital
university | 210 | education | trường đại học, đại học, học viện | academy | amenity=university, building=university
market | 140 | shop | chợ, khu chợ | marketplace, bazaar | amenity=marketplace, shop=market, shop=wet_market
restaurant | 70 | food | nhà hàng, quán ăn, tiệm ăn, quán cơm | eatery, diner, vietnamese restaurant | amenity=restaurant
cafe | 60 | food | quán cà phê, cà phê, cafe, quán nước, tiệm cà phê | coffee shop, coffee, coffee house, café | amenity=cafe, shop=coffee
hotel | 110 | lodging | khách sạn | inn | tourism=hotel, building=hotel, amenity=hotel
station | 240 | transport | ga tàu, nhà ga, ga, ga xe lửa, ga đường sắt | railway station, train station, railway | railway=station, public_transport=station+train=yes, railway=halt, building=train_station
bus_station | 180 | transport | bến xe, bến xe khách, bến xe buýt | coach station, bus terminal | amenity=bus_station, public_transport=station+bus=yes
airport | 255 | transport | sân bay, cảng hàng không, phi trường | aerodrome | aeroway=aerodrome, aeroway=airport
park | 130 | leisure, nature | công viên, vườn hoa | garden park | leisure=park
museum | 160 | sights, culture | bảo tàng, viện bảo tàng, nhà trưng bày | | tourism=museum
attraction | 120 | sights | điểm tham quan, thắng cảnh, địa điểm du lịch, danh thắng | sight, tourist attraction | tourism=attraction
temple | 100 | worship, sights | chùa, thiền viện, tịnh xá | buddhist temple, pagoda | amenity=place_of_worship+religion=buddhist, building=temple, building=pagoda
pharmacy | 60 | health, shop | nhà thuốc, hiệu thuốc, tiệm thuốc, quầy thuốc | drugstore, chemist shop | amenity=pharmacy, healthcare=pharmacy, shop=chemist
school | 110 | education | trường học, trường, trường phổ thông | | amenity=school, building=school
kindergarten | 80 | education | trường mầm non, mầm non, mẫu giáo, nhà trẻ, trường mẫu giáo | nursery, preschool, childcare | amenity=kindergarten, building=kindergarten, amenity=childcare
fuel | 70 | vehicle | trạm xăng, cây xăng, trạm xăng dầu, cửa hàng xăng dầu | petrol station, gas station, fuel station, petrol | amenity=fuel
supermarket | 110 | shop | siêu thị | grocery store | shop=supermarket
convenience | 50 | shop | cửa hàng tiện lợi, tạp hóa, tiệm tạp hóa, siêu thị mini | convenience store, minimart, corner shop | shop=convenience, shop=general, shop=kiosk
mall | 170 | shop | trung tâm thương mại, TTTM, trung tâm mua sắm | shopping mall, shopping centre, shopping center | shop=mall, building=mall
post_office | 90 | public | bưu điện, bưu cục | post | amenity=post_office
police | 110 | public | công an, đồn công an, cảnh sát, trụ sở công an, đồn cảnh sát | police station | amenity=police
townhall | 130 | public | ủy ban nhân dân, UBND, trụ sở ủy ban | town hall, city hall, people's committee | amenity=townhall
company | 50 | office | công ty, doanh nghiệp | corporation, business | office=company
residential | 100 | residence | khu dân cư, khu đô thị, khu nhà ở, KDC, KĐT | residential area, housing estate | landuse=residential, place=neighbourhood+landuse=residential
apartments | 90 | residence | chung cư, căn hộ, khu chung cư, nhà chung cư, tòa chung cư | apartment, apartment building, condominium, condo | building=apartments, residential=apartments, building=residential+name=*
place_of_worship | 90 | worship | nơi thờ tự, cơ sở tôn giáo | worship place | amenity=place_of_worship
church | 110 | worship, sights | nhà thờ, giáo xứ, nhà thờ công giáo, thánh đường | catholic church, parish, cathedral | amenity=place_of_worship+religion=christian, building=church, building=cathedral
mosque | 90 | worship | nhà thờ Hồi giáo, thánh đường Hồi giáo | muslim temple | amenity=place_of_worship+religion=muslim, building=mosque
shrine | 90 | worship, sights | đền, miếu, đình, đền thờ, đình làng, miếu thờ, phủ thờ | taoist temple, communal house | amenity=place_of_worship+religion=taoist, amenity=place_of_worship+religion=confucian, amenity=place_of_worship+religion=folk, building=shrine
hindu_temple | 80 | worship | đền Hindu, chùa Ấn Độ, đền Ấn giáo | | amenity=place_of_worship+religion=hindu
cao_dai_temple | 80 | worship | thánh thất Cao Đài, thánh thất, tòa thánh | cao dai | amenity=place_of_worship+religion=caodaism, amenity=place_of_worship+religion=cao_dai
clinic | 80 | health | phòng khám, phòng khám đa khoa, phòng mạch | medical clinic, polyclinic | amenity=clinic, healthcare=clinic, healthcare=centre
doctors | 50 | health | bác sĩ, phòng khám bác sĩ | doctor, medical practice | amenity=doctors, healthcare=doctor
dentist | 50 | health | nha khoa, phòng khám nha khoa, nha sĩ, phòng răng | dental clinic | amenity=dentist, healthcare=dentist
health_post | 70 | health, public | trạm y tế, trung tâm y tế, trạm xá | medical station, health station, health centre | amenity=health_post, healthcare=health_post
veterinary | 40 | health | thú y, phòng khám thú y, bệnh viện thú y | vet, animal hospital | amenity=veterinary
optician | 40 | shop, health | mắt kính, kính thuốc, tiệm kính, cửa hàng mắt kính | optics, glasses | shop=optician, healthcare=optometrist
laboratory | 50 | health | phòng xét nghiệm, xét nghiệm | medical laboratory | healthcare=laboratory, healthcare=sample_collection
traditional_medicine | 40 | health | đông y, thuốc bắc, y học cổ truyền, thuốc nam | herbalist | shop=herbalist, healthcare=alternative
nursing_home | 60 | health | viện dưỡng lão, nhà dưỡng lão | retirement home | amenity=nursing_home, social_facility=nursing_home, social_facility=assisted_living
college | 150 | education | trường cao đẳng, cao đẳng, trung cấp, trường nghề, cao đẳng nghề | vocational school | amenity=college, building=college
primary_school | 100 | education | trường tiểu học, tiểu học | elementary school | amenity=school+isced:level=1, amenity=school+school=primary
secondary_school | 105 | education | trường trung học cơ sở, THCS, trung học cơ sở, trường cấp 2 | junior high school, middle school | amenity=school+isced:level=2, amenity=school+school=secondary
high_school | 120 | education | trường trung học phổ thông, THPT, trung học phổ thông, trường cấp 3 | upper secondary school | amenity=school+isced:level=3, amenity=school+school=high_school
language_school | 50 | education | trung tâm ngoại ngữ, trung tâm anh ngữ, trường ngoại ngữ | language centre, english centre | amenity=language_school
driving_school | 40 | education | trường dạy lái xe, trung tâm dạy lái xe, học lái xe | | amenity=driving_school
music_school | 40 | education | trường nhạc, nhạc viện, trung tâm âm nhạc | conservatory | amenity=music_school
training_centre | 50 | education | trung tâm đào tạo, trung tâm dạy nghề, trung tâm gia sư | training center, training, tutoring | amenity=training, amenity=prep_school, office=educational_institution, office=tutoring
library | 110 | education, culture | thư viện, nhà sách công cộng | | amenity=library
research_institute | 100 | education | viện nghiên cứu, viện | research | amenity=research_institute, office=research
fast_food | 50 | food | thức ăn nhanh, đồ ăn nhanh, quán ăn nhanh | takeaway | amenity=fast_food
bar | 50 | food, leisure | quán bar, bar | cocktail bar | amenity=bar
pub | 50 | food, leisure | quán rượu, quán nhậu, quán bia, bia hơi | beer hall, beer garden | amenity=pub, amenity=biergarten
ice_cream | 40 | food | quán kem, tiệm kem, kem | ice cream shop | amenity=ice_cream, shop=ice_cream
food_court | 60 | food | khu ẩm thực, khu ăn uống | hawker centre | amenity=food_court
bakery | 50 | food, shop | tiệm bánh, cửa hàng bánh, lò bánh, bánh mì | bread shop | shop=bakery
pastry | 45 | food, shop | tiệm bánh ngọt, bánh kem, bánh ngọt | cake shop, confectionery, sweets | shop=pastry, shop=confectionery
pho | 55 | food | quán phở, phở, tiệm phở | noodle soup, pho restaurant | amenity=restaurant+cuisine=pho, amenity=fast_food+cuisine=pho, amenity=restaurant+cuisine=noodle
vegetarian | 50 | food | quán chay, nhà hàng chay, cơm chay | vegetarian restaurant, vegan | amenity=restaurant+diet:vegetarian=only, amenity=restaurant+cuisine=vegetarian, amenity=restaurant+cuisine=vegan
seafood | 50 | food | quán hải sản, nhà hàng hải sản, quán ốc | seafood restaurant | amenity=restaurant+cuisine=seafood
bubble_tea | 45 | food | trà sữa, quán trà sữa | milk tea, boba | amenity=cafe+cuisine=bubble_tea, shop=bubble_tea
tea | 40 | food, shop | quán trà, trà, tiệm trà | tea house, tea shop | shop=tea, amenity=cafe+cuisine=tea
juice | 40 | food | sinh tố, nước ép, quán sinh tố | juice bar, smoothies | amenity=juice_bar, amenity=cafe+cuisine=juice
alcohol | 40 | shop | cửa hàng rượu, rượu bia, rượu vang | liquor store, wine shop | shop=alcohol, shop=wine, shop=beverages
butcher | 40 | shop | cửa hàng thịt, thịt | meat shop | shop=butcher
fishmonger | 40 | shop | cửa hàng hải sản, cửa hàng cá, vựa hải sản | fish shop, seafood shop | shop=seafood, shop=fishmonger
greengrocer | 40 | shop | cửa hàng rau quả, trái cây, cửa hàng trái cây, rau củ quả | fruit shop, vegetable shop | shop=greengrocer, shop=farm
deli | 40 | shop | thực phẩm, cửa hàng thực phẩm, đặc sản | delicatessen, food store | shop=deli, shop=food, shop=frozen_food, shop=health_food, shop=dairy
clothes | 40 | shop | quần áo, thời trang, cửa hàng quần áo, shop quần áo | clothing, fashion, boutique | shop=clothes, shop=boutique, shop=fashion, shop=fashion_accessories
shoes | 40 | shop | giày dép, cửa hàng giày | shoe shop, footwear | shop=shoes
bags | 35 | shop | túi xách, cửa hàng túi xách, balo | handbag | shop=bag, shop=leather
tailor | 35 | shop, service | tiệm may, thợ may | dressmaker | shop=tailor, craft=tailor, craft=dressmaker, shop=fabric, shop=sewing
jewelry | 45 | shop | tiệm vàng, trang sức, vàng bạc đá quý, kim hoàn | jeweller, jewellery, gold shop | shop=jewelry, shop=gold_buyer, craft=jeweller
watches | 35 | shop | đồng hồ, cửa hàng đồng hồ | watch shop | shop=watches
cosmetics | 40 | shop | mỹ phẩm, cửa hàng mỹ phẩm, nước hoa | perfumery, beauty products | shop=cosmetics, shop=perfumery
beauty | 40 | service | thẩm mỹ viện, làm đẹp, nail, tiệm nail, thẩm mỹ | beauty salon, nail salon | shop=beauty
hairdresser | 40 | service | tiệm tóc, cắt tóc, salon tóc, hớt tóc, làm tóc, tiệm hớt tóc | barber, hair salon | shop=hairdresser
massage | 40 | service | mát xa, massage, xông hơi | sauna, foot massage | shop=massage, leisure=sauna
spa | 45 | service | spa, trung tâm spa | wellness | leisure=spa, shop=spa, amenity=spa
electronics | 50 | shop | điện máy, điện tử, cửa hàng điện máy, siêu thị điện máy | appliances, electronics store | shop=electronics, shop=appliance, shop=hifi, shop=electrical
mobile_phone | 45 | shop | điện thoại, cửa hàng điện thoại, điện thoại di động | phone shop, mobile shop | shop=mobile_phone, shop=telecommunication
computer | 45 | shop | máy tính, cửa hàng máy tính, vi tính | computer shop | shop=computer
camera | 35 | shop, service | máy ảnh, tiệm ảnh, chụp ảnh, studio ảnh | photo shop, photographer | shop=camera, shop=photo, craft=photographer
hardware | 35 | shop | kim khí, vật liệu xây dựng, cửa hàng vật liệu, đồ điện nước, sơn | building materials, hardware store, paint shop | shop=hardware, shop=doityourself, shop=paint, shop=trade, shop=building_materials, shop=tiles
furniture | 40 | shop | nội thất, cửa hàng nội thất, đồ gỗ | furniture store | shop=furniture, shop=interior_decoration, shop=bed, shop=kitchen, shop=lighting, shop=carpet, shop=curtain
houseware | 35 | shop | đồ gia dụng, gia dụng | household goods | shop=houseware, shop=household
florist | 35 | shop | cửa hàng hoa, tiệm hoa, shop hoa, hoa tươi | flower shop, flowers | shop=florist
garden_centre | 35 | shop | cây cảnh, vườn ươm, cửa hàng cây cảnh | garden center, plant nursery | shop=garden_centre, landuse=plant_nursery
books | 50 | shop, culture | nhà sách, hiệu sách, cửa hàng sách | bookshop, bookstore | shop=books
stationery | 35 | shop | văn phòng phẩm | office supplies | shop=stationery
newsagent | 30 | shop | quầy báo, sạp báo | newspapers | shop=newsagent
gift | 35 | shop | quà lưu niệm, quà tặng, cửa hàng quà lưu niệm | souvenir, gift shop | shop=gift, shop=souvenir
toys | 35 | shop | đồ chơi, cửa hàng đồ chơi | toy shop | shop=toys, shop=games, shop=video_games
baby_goods | 35 | shop | mẹ và bé, đồ em bé, cửa hàng mẹ và bé | baby shop | shop=baby_goods
sports_shop | 35 | shop | dụng cụ thể thao, cửa hàng thể thao, đồ thể thao | sporting goods | shop=sports, shop=outdoor, shop=fishing
bicycle | 40 | shop, vehicle | cửa hàng xe đạp, xe đạp, sửa xe đạp | bike shop, bicycle shop | shop=bicycle
motorcycle | 50 | shop, vehicle | cửa hàng xe máy, xe máy | motorbike shop, motorcycle dealer | shop=motorcycle
motorcycle_repair | 40 | vehicle, service | sửa xe máy, sửa xe, tiệm sửa xe | motorbike repair | shop=motorcycle_repair, amenity=motorcycle_repair, shop=motorcycle+service=repair
car | 60 | shop, vehicle | cửa hàng ô tô, showroom ô tô, đại lý ô tô, bán xe hơi | car dealer, car shop | shop=car, shop=truck
car_repair | 50 | vehicle, service | sửa ô tô, gara, garage ô tô, sửa chữa ô tô, gara ô tô | garage, auto repair, mechanic | shop=car_repair, amenity=car_repair, shop=tyres, shop=car_parts
car_wash | 35 | vehicle, service | rửa xe, rửa ô tô | | amenity=car_wash
car_rental | 50 | vehicle, transport | thuê xe ô tô, cho thuê ô tô, thuê xe | car hire, rent a car | amenity=car_rental
motorcycle_rental | 45 | vehicle, transport | thuê xe máy, cho thuê xe máy | motorbike rental | amenity=motorcycle_rental, shop=motorcycle_rental
bicycle_rental | 40 | vehicle, transport | thuê xe đạp, cho thuê xe đạp, xe đạp công cộng | bike rental, bike sharing | amenity=bicycle_rental
charging_station | 50 | vehicle | trạm sạc, trạm sạc xe điện, sạc xe điện | ev charging, ev charger | amenity=charging_station
parking | 50 | vehicle, transport | bãi đỗ xe, bãi xe, bãi đậu xe, bãi giữ xe, nhà xe, gửi xe | car park, parking lot | amenity=parking, amenity=motorcycle_parking, building=parking
vehicle_inspection | 60 | vehicle, public | đăng kiểm, trạm đăng kiểm, trung tâm đăng kiểm | | amenity=vehicle_inspection
laundry | 35 | service | giặt ủi, giặt là, tiệm giặt | dry cleaning, laundromat | shop=laundry, shop=dry_cleaning
copyshop | 35 | service | photocopy, in ấn, tiệm photo | print shop, copy shop, printing | shop=copyshop, craft=printer, shop=printing
travel_agency | 45 | service | công ty du lịch, đại lý du lịch, lữ hành | travel agent, tour operator | shop=travel_agency, office=travel_agent
ticket_office | 40 | service, transport | phòng vé, đại lý vé, bán vé | tickets | shop=ticket
pet | 35 | shop | thú cưng, cửa hàng thú cưng, pet shop | pet store | shop=pet, shop=pet_grooming
pawnbroker | 30 | finance | tiệm cầm đồ, cầm đồ | pawn shop | shop=pawnbroker
department_store | 120 | shop | cửa hàng bách hóa, bách hóa, bách hóa tổng hợp | | shop=department_store, shop=variety_store
wholesale | 60 | shop | bán sỉ, đại lý, bán buôn | wholesaler, distributor | shop=wholesale
shop | 35 | shop | cửa hàng, cửa tiệm, tiệm | store | shop=*
music_shop | 35 | shop | nhạc cụ, cửa hàng nhạc cụ | musical instruments | shop=musical_instrument, shop=music
medical_supply | 35 | shop, health | thiết bị y tế, dụng cụ y tế | medical equipment | shop=medical_supply
art | 40 | shop, culture | phòng tranh, cửa hàng tranh, khung tranh | art shop | shop=art, shop=frame
tobacco | 30 | shop | thuốc lá, cửa hàng thuốc lá | tobacconist, vape shop | shop=tobacco, shop=e-cigarette
guest_house | 70 | lodging | nhà nghỉ, nhà khách, homestay | guesthouse, bed and breakfast | tourism=guest_house
hostel | 60 | lodging | hostel, nhà trọ du lịch, ký túc xá du lịch | backpackers | tourism=hostel
motel | 60 | lodging | nhà trọ, motel | | tourism=motel
resort | 120 | lodging, leisure | khu nghỉ dưỡng, resort | holiday resort | leisure=resort, tourism=resort
apartment_hotel | 70 | lodging | căn hộ dịch vụ, căn hộ khách sạn | serviced apartment, holiday apartment | tourism=apartment, tourism=chalet
camp_site | 50 | lodging, nature | khu cắm trại, cắm trại | campsite, camping | tourism=camp_site, tourism=caravan_site
dormitory | 70 | residence, education | ký túc xá, KTX, cư xá sinh viên | student housing | building=dormitory, amenity=dormitory, amenity=student_accommodation
bus_stop | 40 | transport | trạm xe buýt, trạm dừng xe buýt, nhà chờ xe buýt, xe buýt, điểm dừng xe buýt | bus | highway=bus_stop, public_transport=platform+bus=yes, amenity=bus_stop
metro_station | 190 | transport | ga tàu điện ngầm, ga metro, ga tàu điện, tàu điện ngầm | subway, subway station, metro, underground station | railway=station+station=subway, railway=station+station=light_rail, public_transport=station+subway=yes, station=subway
subway_entrance | 60 | transport | lối vào ga metro, cửa ga metro | metro entrance | railway=subway_entrance
ferry_terminal | 120 | transport | bến phà, phà, bến tàu, bến đò, bến tàu thủy | ferry, pier | amenity=ferry_terminal
port | 170 | transport | cảng, cảng biển, bến cảng | harbour, seaport | industrial=port, landuse=port, harbour=yes, landuse=harbour
taxi | 50 | transport | taxi, trạm taxi, bãi taxi, điểm đón taxi | taxi rank, taxi stand, cab | amenity=taxi, office=taxi
airport_terminal | 170 | transport | nhà ga sân bay, nhà ga hàng không | terminal | aeroway=terminal
heliport | 80 | transport | sân bay trực thăng, bãi đáp trực thăng | helipad | aeroway=heliport, aeroway=helipad
tram_stop | 60 | transport | trạm xe điện | tram | railway=tram_stop
toll_booth | 60 | transport | trạm thu phí | toll station, tollgate | barrier=toll_booth
rest_area | 60 | transport | trạm dừng chân, trạm nghỉ, trạm dừng nghỉ | service area, rest stop | highway=rest_area, highway=services
cable_car | 100 | transport, sights | cáp treo, ga cáp treo | gondola | aerialway=station, aerialway=cable_car
cinema | 110 | leisure, culture | rạp chiếu phim, rạp phim, rạp xi nê | movie theater, movie theatre | amenity=cinema
theatre | 110 | leisure, culture | nhà hát, sân khấu, rạp hát | theater, opera house, playhouse | amenity=theatre
arts_centre | 90 | culture | trung tâm văn hóa, nhà văn hóa, cung văn hóa | arts center, cultural centre, cultural center | amenity=arts_centre, amenity=culture_centre
community_centre | 70 | public, culture | nhà văn hóa khu phố, trung tâm cộng đồng, nhà sinh hoạt cộng đồng, nhà cộng đồng | community center, community hall | amenity=community_centre, amenity=social_centre
conference_centre | 110 | office | trung tâm hội nghị, trung tâm tiệc cưới, nhà hàng tiệc cưới | convention center, convention centre, events venue, wedding hall | amenity=conference_centre, amenity=events_venue
exhibition_centre | 120 | culture | trung tâm triển lãm, triển lãm, hội chợ | exhibition center, expo | amenity=exhibition_centre
nightclub | 50 | leisure | vũ trường, hộp đêm, câu lạc bộ đêm | night club, disco | amenity=nightclub
karaoke | 45 | leisure | karaoke, quán karaoke | karaoke bar | amenity=karaoke_box, leisure=karaoke, amenity=karaoke
internet_cafe | 35 | leisure | quán net, tiệm net, internet, quán game | cybercafe, gaming | amenity=internet_cafe, leisure=amusement_arcade
gallery | 70 | sights, culture | triển lãm tranh, phòng trưng bày nghệ thuật, phòng trưng bày | art gallery | tourism=gallery
zoo | 150 | sights, leisure | vườn thú, sở thú, thảo cầm viên, vườn bách thú | zoological garden | tourism=zoo
aquarium | 110 | sights, leisure | thủy cung | | tourism=aquarium
theme_park | 150 | sights, leisure | công viên giải trí, khu vui chơi giải trí, khu vui chơi | amusement park | tourism=theme_park
water_park | 110 | leisure | công viên nước | waterpark | leisure=water_park
viewpoint | 70 | sights | điểm ngắm cảnh, đài quan sát | lookout, scenic viewpoint | tourism=viewpoint
monument | 110 | sights, culture | tượng đài, đài tưởng niệm | | historic=monument
memorial | 80 | sights, culture | nhà tưởng niệm, bia tưởng niệm, khu tưởng niệm | | historic=memorial, historic=wayside_shrine
historic_site | 100 | sights, culture | di tích, di tích lịch sử, thành cổ, khu di tích | historic, ruins, castle, fort, archaeological site | historic=archaeological_site, historic=castle, historic=ruins, historic=fort, historic=building, historic=citywalls, historic=city_gate, historic=heritage, historic=yes
tomb | 80 | sights, culture | lăng, lăng mộ, lăng tẩm, mộ | mausoleum | historic=tomb, historic=mausoleum
artwork | 50 | sights, culture | tác phẩm nghệ thuật, tượng | statue, sculpture, public art | tourism=artwork
information | 40 | sights | thông tin du lịch, trung tâm thông tin du lịch | tourist information, visitor centre | tourism=information
square | 110 | sights | quảng trường | plaza | place=square
garden | 60 | leisure, nature | vườn, vườn cảnh | | leisure=garden
nature_reserve | 140 | nature, sights | vườn quốc gia, khu bảo tồn, khu bảo tồn thiên nhiên | national park | leisure=nature_reserve, boundary=national_park
beach | 110 | nature, sights | bãi biển, bãi tắm | | natural=beach, leisure=beach_resort
mountain | 90 | nature | núi, đỉnh núi, đồi | peak, hill | natural=peak, natural=volcano
cave | 90 | nature, sights | hang động, hang, động | | natural=cave_entrance
waterfall | 90 | nature, sights | thác nước, thác | | waterway=waterfall, natural=waterfall
lake | 80 | nature | hồ, hồ nước, đầm, ao | pond, reservoir | natural=water+water=lake, natural=water+water=reservoir, landuse=reservoir, natural=water+water=pond
island | 100 | nature | đảo, hòn đảo, cù lao | islet | place=island, place=islet
stadium | 150 | sport, leisure | sân vận động, SVĐ | arena | leisure=stadium, building=stadium
sports_centre | 90 | sport, leisure | trung tâm thể thao, nhà thi đấu, trung tâm thể dục thể thao | sports center, sports hall, gymnasium | leisure=sports_centre, leisure=sports_hall
fitness_centre | 50 | sport, leisure | phòng tập gym, phòng gym, gym, phòng tập thể dục, thể hình | fitness center, fitness | leisure=fitness_centre, amenity=gym, leisure=fitness_station
swimming_pool | 60 | sport, leisure | hồ bơi, bể bơi | pool | leisure=swimming_pool, leisure=swimming_area
pitch | 50 | sport, leisure | sân bóng, sân bóng đá, sân thể thao, sân tennis, sân cầu lông | football pitch, sports ground, tennis court | leisure=pitch, leisure=track
golf_course | 100 | sport, leisure | sân golf, sân gôn | golf | leisure=golf_course
bowling | 45 | sport, leisure | bowling, billiards, bi da, bi-a | bowling alley, billiard | leisure=bowling_alley, sport=billiards+name=*
playground | 45 | leisure | sân chơi, sân chơi trẻ em, khu vui chơi trẻ em | | leisure=playground, leisure=indoor_play
dance | 35 | leisure | phòng nhảy, lớp khiêu vũ | dance studio, dance hall | leisure=dance
government | 120 | public | cơ quan nhà nước, cơ quan hành chính, sở, cục, bộ | government office, authority | office=government, amenity=public_building, building=public, building=government, building=civic, government=*
tax_office | 90 | public | chi cục thuế, cục thuế, thuế, cơ quan thuế | tax | office=tax, government=tax, office=government+government=tax
customs | 90 | public | hải quan, chi cục hải quan | | government=customs, amenity=customs, office=government+government=customs
courthouse | 110 | public | tòa án, tòa án nhân dân | court | amenity=courthouse
prison | 80 | public | trại giam, nhà tù, trại tạm giam | jail | amenity=prison
fire_station | 100 | public | phòng cháy chữa cháy, PCCC, trạm cứu hỏa, cứu hỏa | fire brigade, fire department | amenity=fire_station
embassy | 110 | public | đại sứ quán, lãnh sự quán, tổng lãnh sự quán | consulate | amenity=embassy, office=diplomatic, diplomatic=*
military | 80 | public | quân đội, đơn vị quân đội, doanh trại, ban chỉ huy quân sự | barracks, army base | landuse=military, military=*, building=barracks
public_toilet | 30 | public | nhà vệ sinh công cộng, nhà vệ sinh, WC, toilet | restroom, toilet | amenity=toilets
social_facility | 60 | public, health | cơ sở bảo trợ xã hội, mái ấm, trại trẻ mồ côi, trung tâm bảo trợ | orphanage, social service | amenity=social_facility
notary | 50 | office, public | văn phòng công chứng, công chứng, phòng công chứng | notary public | office=notary
lawyer | 45 | office | văn phòng luật sư, luật sư, công ty luật | law firm, law office, attorney | office=lawyer
insurance | 50 | finance, office | bảo hiểm, công ty bảo hiểm | insurance company | office=insurance
financial | 50 | finance, office | công ty tài chính, chứng khoán, công ty chứng khoán | financial services, stockbroker, securities | office=financial, office=financial_advisor, amenity=financial_advice, office=accountant
money_transfer | 40 | finance | chuyển tiền, dịch vụ chuyển tiền | payment centre | amenity=money_transfer, amenity=payment_centre, amenity=payment_terminal
bureau_de_change | 45 | finance | đổi tiền, thu đổi ngoại tệ, quầy đổi tiền | money exchange, currency exchange | amenity=bureau_de_change
estate_agent | 45 | office | bất động sản, nhà đất, môi giới nhà đất, công ty bất động sản | real estate, real estate agent, property | office=estate_agent, shop=estate_agent, office=property_management
it_office | 50 | office | công ty phần mềm, công nghệ thông tin, tin học | software company, it company | office=it
telecommunication | 60 | office | viễn thông, cửa hàng viễn thông, bưu chính viễn thông | telecom | office=telecommunication, building=telephone_exchange, man_made=telephone_exchange, telecom=exchange
ngo | 50 | office | tổ chức phi chính phủ, hội, hiệp hội | association, charity, non profit | office=ngo, office=association, office=charity, office=foundation, office=union
political_party | 70 | public | đảng ủy, thành ủy, quận ủy, cơ quan đảng | party office | office=political_party
newspaper | 60 | office | tòa soạn, báo, tòa soạn báo | newspaper office, press | office=newspaper
broadcasting | 90 | office | đài truyền hình, đài phát thanh, đài phát thanh truyền hình | tv station, radio station, studio | amenity=studio, studio=*
logistics | 50 | office, transport | giao nhận, chuyển phát, vận chuyển, chuyển phát nhanh, vận tải | courier, freight, shipping, delivery | office=logistics, office=courier, amenity=post_depot, shop=courier
employment_agency | 45 | office | trung tâm giới thiệu việc làm, việc làm | recruitment, job centre | office=employment_agency
coworking_space | 50 | office | không gian làm việc chung, coworking | co-working, shared office | office=coworking, amenity=coworking_space
office | 50 | office | văn phòng, tòa nhà văn phòng, cao ốc văn phòng, cao ốc, tòa nhà | office building | office=*, building=office
commercial | 60 | office, shop | tòa nhà thương mại, khu thương mại | commercial building, retail | building=commercial, landuse=commercial, landuse=retail, building=retail
industrial | 110 | industry | khu công nghiệp, KCN, khu chế xuất, cụm công nghiệp | industrial park, industrial zone, industrial area | landuse=industrial
factory | 70 | industry | nhà máy, xí nghiệp, xưởng, phân xưởng | plant, works, workshop | man_made=works, building=industrial+name=*, building=factory, industrial=factory
warehouse | 50 | industry | kho, nhà kho, kho hàng, kho bãi | depot, storage | building=warehouse, industrial=warehouse, shop=storage_rental
power_plant | 80 | industry | nhà máy điện, trạm biến áp, điện lực | power station, substation | power=plant, power=substation
water_works | 60 | industry | nhà máy nước, cấp nước, trạm bơm | waterworks, pumping station, wastewater plant | man_made=water_works, man_made=wastewater_plant, man_made=pumping_station
craft | 35 | service | thủ công, xưởng thủ công, nghề thủ công | craftsman, handicraft | craft=*
cemetery | 70 | public | nghĩa trang, nghĩa địa, nghĩa trang liệt sĩ | graveyard | landuse=cemetery, amenity=grave_yard
funeral_home | 50 | service | nhà tang lễ, mai táng, trại hòm, hỏa táng | funeral, crematorium, undertaker | amenity=funeral_hall, shop=funeral_directors, amenity=crematorium
recycling | 30 | service | thu mua phế liệu, phế liệu, tái chế | scrap yard, waste, landfill | amenity=recycling, landuse=landfill, amenity=waste_transfer_station, shop=scrap
monastery | 80 | worship | tu viện, đan viện, dòng tu | convent | amenity=monastery, historic=monastery
bridge | 70 | transport | cầu, cầu vượt | overpass, viaduct | man_made=bridge
lighthouse | 70 | sights | hải đăng, ngọn hải đăng | | man_made=lighthouse
tower | 60 | sights | tháp | tower structure, communications tower | man_made=tower, man_made=communications_tower, historic=tower
fountain | 40 | sights | đài phun nước | | amenity=fountain
village | 90 | settlement | làng, xã, thôn | | place=village
hamlet | 70 | settlement | ấp, xóm, bản, buôn | isolated dwelling | place=hamlet, place=isolated_dwelling
town | 150 | settlement | thị trấn, thị xã | | place=town
city | 220 | settlement | thành phố | | place=city
quarter | 90 | settlement | khu phố, phường, tổ dân phố | suburb | place=quarter, place=suburb, place=city_block
neighbourhood | 70 | settlement | khu dân phố, xóm phố, tiểu khu | neighborhood | place=neighbourhood
locality | 50 | settlement | địa danh, xứ đồng | place name | place=locality
farm | 40 | industry, nature | nông trại, trang trại, nông trường | farmland | landuse=farmyard, place=farm, landuse=farmland+name=*
forest | 60 | nature | rừng | wood, woodland | natural=wood+name=*, landuse=forest+name=*
building | 40 | residence | công trình, tòa nhà dân dụng | | building=*
`;

/** Groups of categories, one per line. Shape: slug | Vietnamese words, the first is displayed | English words besides the slug. */
export const GROUP_TABLE = `
food | ẩm thực, ăn uống, đồ ăn, đồ ăn thức uống, quán ăn uống | food and drink, catering, dining, eat
shop | mua sắm | shopping, retail shop
health | y tế, sức khỏe, chăm sóc sức khỏe | healthcare, medical
education | giáo dục, cơ sở giáo dục | educational
finance | tài chính, dịch vụ tài chính | money, banking
transport | giao thông, giao thông công cộng, phương tiện công cộng | transportation, public transport, transit
lodging | lưu trú, chỗ ở, nơi lưu trú, cơ sở lưu trú | accommodation, places to stay
sights | tham quan, du lịch, điểm du lịch, danh lam thắng cảnh | tourism, sightseeing, tourist
leisure | giải trí, vui chơi giải trí, vui chơi | entertainment, recreation
culture | văn hóa, nghệ thuật | arts, cultural
worship | tôn giáo, tín ngưỡng, tâm linh | religion, religious
public | hành chính, cơ quan, công sở, cơ quan công quyền | public service, administration
sport | thể thao, thể dục thể thao | athletics
vehicle | xe cộ, ô tô xe máy, phương tiện | automotive, car service
service | dịch vụ | personal service
office | công sở văn phòng | offices and companies
industry | công nghiệp, sản xuất | manufacturing
residence | nhà ở, nơi ở | housing
nature | thiên nhiên | natural, outdoors
settlement | điểm dân cư, khu định cư | populated place
`;
