import { positionSource } from './position-source.ts';
import { effortOf, runBatch } from './route-batch.ts';
import { ROUTE_COLUMNS, TOUR_LEFT, TOUR_LINES, TOUR_STOPS, type TourRow } from './route-columns.ts';
import { detectDelivery, STOP_NAMES } from './route-detection.ts';
import { parseProjection } from '../../base/position/projection.ts';
import { placementSource, planEnd } from './route-placement.ts';
import { planLimits, statesLimits } from './route-limits.ts';
import { AGAIN_COLUMNS, routeOptions, type RouteOptions } from './route-options.ts';
import type { StageDefinition } from './stage.ts';
import { findColumn } from './find-columns.ts';
import { TOUR_GPX, TOUR_LINKS } from './route-navigation.ts';
import { TOUR_PLAN } from './route-plan.ts';
import { compileTemplate } from './template.ts';

/** Orders the rows of each delivery batch into tours with arrival times. Source: interface document, section 4.8; fleets are local only. */
export const route: StageDefinition<TourRow, ['optimizedRoute']> = {
  name: 'route',
  summary: 'Orders the rows of each delivery batch into tours with arrival times.',
  operations: ['optimizedRoute'],
  outputs: [TOUR_LINES, TOUR_STOPS, TOUR_LEFT, TOUR_GPX, TOUR_LINKS, TOUR_PLAN],
  options: routeOptions,
  plan(given, table) {
    const stated = given as RouteOptions;
    const { options, detected, findings } = detectDelivery(stated, table.columns);
    const batch = compileTemplate(options.batch, table.columns);
    const source = positionSource(options, table);
    const placement = 'faults' in source ? undefined : placementSource(options, table, source);
    // An unknown projection is a fault of the source.
    const projection = parseProjection(options.projection ?? '');
    const start = planEnd('start', options.start ?? 'first', table.columns, projection);
    const end = planEnd('end', options.end ?? 'last', table.columns, projection);
    const named = STOP_NAMES.flatMap((names) => {
      const column = findColumn(table.columns, names);
      return column === undefined ? [] : [table.columns.indexOf(column)];
    });
    const served = compileTemplate(options.again ? `{${AGAIN_COLUMNS.served}}` : '', table.columns);
    const limits = planLimits(options, table.columns, stated);
    const faults = [
      ...('faults' in batch ? batch.faults.map((message) => ({ option: 'batch', message })) : []),
      ...[source, placement, start, end, limits].flatMap((part) =>
        part && 'faults' in part ? part.faults : [],
      ),
    ];
    if (
      'faults' in batch ||
      'faults' in source ||
      placement === undefined ||
      'faults' in placement ||
      'faults' in start ||
      'faults' in end ||
      'faults' in limits
    )
      return { faults };
    return {
      columns: ROUTE_COLUMNS,
      givesPosition: true,
      findings: [
        ...[source.finding, placement.finding].filter((finding) => finding !== undefined),
        ...findings,
      ],
      detected,
      batchOf: (cells) => batch.render(cells),
      effortOf: (sizes) => effortOf(sizes, options.most_stops),
      runBatch: (key, rows, service, context) =>
        runBatch(
          {
            batch: key,
            rows,
            options,
            statesLimits: statesLimits(stated),
            read: source.read,
            placementOf: placement.read,
            start,
            end,
            limitsOf: limits.read,
            servedOf: (cells) => ('faults' in served ? '' : served.render(cells)),
            nameOf: (cells) =>
              named
                .map((at) => textOf(cells[at]))
                .filter(Boolean)
                .join(' · '),
          },
          service,
          context,
        ),
      reading: source.read,
      // The number of tours depends on the positions, which are not known yet.
      questions: () => [],
    };
  },
};

function textOf(cell: unknown): string {
  return typeof cell === 'string' || typeof cell === 'number' ? String(cell).trim() : '';
}
