import type { TSchema } from 'typebox';
import type { Prediction, PredictionList } from '../contract/records/prediction.ts';
import { OsmFeatureCollection, type OsmFeature } from '../contract/records/osm-feature.ts';
import { checkerOf } from '../contract/parameters.ts';
import { STATUS } from '../contract/status.ts';
import type { ServiceRequest } from './service-request.ts';

interface Member {
  type?: string;
  const?: unknown;
}

/**
 * Builds an empty response that fits a schema, for a service that reports "no match" by its status only.
 *
 * Shape: required lists are empty, constants have their value, `status` is as given.
 */
export function emptyResponse(schema: TSchema, status: string): Record<string, unknown> {
  const { required = [], properties = {} } = schema as unknown as {
    required?: string[];
    properties?: Record<string, Member>;
  };
  const response: Record<string, unknown> = {};
  for (const name of required) {
    const member = properties[name];
    if (name === 'status') response.status = status;
    else if (member?.const !== undefined) response[name] = member.const;
    else if (member?.type === 'array') response[name] = [];
  }
  return response;
}

/**
 * Converts the children of a place from the OSM shape to predictions; undefined for any other response.
 *
 * Source: interface document, section 2.3, which has children in OSM shape, and 4.3, which has no parameter that selects it: a service may
 * send either.
 */
export function childrenOf({ operation, shape }: ServiceRequest, value: unknown): PredictionList | undefined {
  if (operation.name !== 'children' || shape !== 'google') return undefined;
  if (!checkerOf(OsmFeatureCollection).check(value)) return undefined;
  const { features } = value as OsmFeatureCollection;
  return {
    predictions: features.map(predictionOf),
    status: features.length > 0 ? STATUS.ok : STATUS.zeroResults,
  };
}

function predictionOf({ properties }: OsmFeature): Prediction {
  const { id, name, label, category, distance, has_child } = properties;
  return {
    description: label,
    distance_meters: distance ?? null,
    ...(has_child !== undefined && { has_child }),
    matched_substrings: null,
    place_id: id,
    structured_formatting: {
      main_text: name,
      main_text_matched_substrings: null,
      secondary_text: label.startsWith(`${name}, `) ? label.slice(name.length + 2) : label,
      secondary_text_matched_substrings: null,
    },
    terms: termsOf(label),
    types: category ?? [],
  };
}

function termsOf(label: string): Prediction['terms'] {
  let offset = 0;
  return label.split(', ').map((value) => {
    const term = { offset, value };
    offset += value.length + 2;
    return term;
  });
}
