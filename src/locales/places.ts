// Written by `make docs` from en.json.

/** The places of each message, by its code, with the kind of value that fills them. */
export interface MessagePlaces {
  'text.plain': { text: 'value' };
}
