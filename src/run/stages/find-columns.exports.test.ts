// What programs of orders, customers and deliveries export: the columns of an address by their names, whatever stands beside them.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressTemplate } from './find-columns.ts';

/** Columns of an address in the order in which they are read, by program. */
const EXPORTS: Readonly<Record<string, readonly string[]>> = {
  'Odoo, technical names': ['street', 'street2', 'city', 'state_id/code', 'country_id/code'],
  'Odoo, shown names': ['Street', 'Street2', 'City', 'State', 'Country'],
  'WooCommerce, a line of both': [
    ...['Address 1&2 (Shipping)', 'City (Shipping)', 'State Code (Shipping)', 'Country Code (Shipping)'],
  ],
  'WooCommerce, technical names': [
    ...['shipping_address_1', 'shipping_address_2', 'shipping_city', 'shipping_state', 'shipping_country'],
  ],
  'Shopify, orders': [
    ...['Shipping Address1', 'Shipping Address2', 'Shipping City', 'Shipping Province', 'Shipping Country'],
  ],
  'Shopify, customers': [
    ...['Default Address Address1', 'Default Address Address2', 'Default Address City'],
    ...['Default Address Province Code', 'Default Address Country Code'],
  ],
  Haravan: [
    'Shipping Address',
    'Shipping Ward',
    'Shipping District',
    'Shipping Province',
    'Shipping Country',
  ],
  'TikTok Shop': [
    ...['Detail Address', 'Additional address information', 'Commune', 'District', 'Province', 'Country'],
  ],
  GHN: ['Địa chỉ người nhận', 'Phường/Xã người nhận', 'Quận/Huyện người nhận', 'Tỉnh/Thành phố người nhận'],
  GHTK: ['Địa chỉ', 'Phường/Xã', 'Quận/Huyện', 'Tỉnh/Thành phố'],
  'Viettel Post': ['Địa chỉ nhận', 'Phường/Xã nhận', 'Quận/Huyện nhận', 'Tỉnh/TP nhận'],
  'Viettel Post, technical names': [
    ...['RECEIVER_ADDRESS', 'RECEIVER_WARD', 'RECEIVER_DISTRICT', 'RECEIVER_PROVINCE'],
  ],
  MISA: [
    ...[
      'Địa chỉ (Giao hàng)',
      'Xã/Phường (Giao hàng)',
      'Quận/Huyện (Giao hàng)',
      'Tỉnh/Thành phố (Giao hàng)',
    ],
    'Quốc gia (Giao hàng)',
  ],
};

/** Columns beside the address that no part of it is read from. */
const OTHERS = [
  ...[
    'Order ID',
    'Mã đơn',
    'Ngày tạo',
    'Email',
    'Phone #',
    'Số điện thoại người nhận',
    'Tên người nhận',
    'Total',
  ],
  ...[
    'Shipping Name',
    'Shipping Phone',
    'Shipping Zip',
    'Financial Status',
    'Postcode (Shipping)',
    'Ghi chú',
    'COD',
  ],
  ...['receiver_phone', 'Customer Note', 'IP Address', 'Email address', 'SKU', 'Khối lượng (gram)'],
];

describe('the columns of an address in what programs export', () => {
  it.each(Object.entries(EXPORTS))('%s', (_, parts) => {
    const template = parts.map((column) => `{${column}}`).join(', ');
    expect(addressTemplate(parts)).toBe(template);
    fc.assert(
      fc.property(fc.shuffledSubarray([...parts, ...OTHERS], { minLength: parts.length }), (some) => {
        const missing = parts.filter((column) => !some.includes(column));
        expect(addressTemplate([...some, ...missing])).toBe(template);
      }),
      { seed: 54, numRuns: 40 },
    );
  });

  it('are those of the delivery where a table has those of the bill, too', () => {
    const bill = ['Billing Address1', 'Billing City', 'Billing Province', 'Billing Country'];
    const columns = ['Name', ...bill, ...bill.map((name) => name.replace('Billing', 'Shipping'))];
    expect(addressTemplate(columns)).toBe(
      '{Shipping Address1}, {Shipping City}, {Shipping Province}, {Shipping Country}',
    );
    expect(addressTemplate(['Name', ...bill])).toBe(
      '{Billing Address1}, {Billing City}, {Billing Province}, {Billing Country}',
    );
  });
});
