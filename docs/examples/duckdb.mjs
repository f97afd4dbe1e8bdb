// Functions of Geomill for SQL in DuckDB (npm install @duckdb/node-api@1.5.5-r.5). Each answers as the stage of its name, with some of its columns:
//
//   geocode(address)                 status, level, label, ward, ward_code, province, province_code, confidence, accuracy_meters, lat, lon
//   reverse(lat, lon)                the same, with distance_meters in the place of confidence
//   forcode(lat, lon, resolution)    a text
//   convert(address, day)            status, address, ward, ward_code, province, province_code; `day` as '2025-06-30', or '' for today
//
// A row with a null has no answer. What the server refuses ends the query, with its message.
import { once } from 'node:events';
import {
  isMainThread,
  MessageChannel,
  parentPort,
  receiveMessageOnPort,
  Worker,
  workerData,
} from 'node:worker_threads';
import { DOUBLE, DuckDBScalarFunction, INTEGER, STRUCT, structValue, VARCHAR } from '@duckdb/node-api';
import { createServer, openService } from 'geomill';

const UNITS = ['ward_new', 'ward_code_new', 'province_new', 'province_code_new'];
const POSITION = ['accuracy_meters', 'lat', 'lon'];
const NUMBERS = ['confidence', 'distance_meters', ...POSITION];

/** By name: the columns of a row, the option of the stage behind them, and the columns of the stage that are answered; a text where it is one. */
const FUNCTIONS = {
  geocode: {
    row: { address: VARCHAR },
    answer: ['status', 'level', 'label', ...UNITS, 'confidence', ...POSITION],
  },
  reverse: {
    row: { lat: DOUBLE, lon: DOUBLE },
    answer: ['status', 'level', 'label', ...UNITS, 'distance_meters', ...POSITION],
  },
  forcode: { row: { lat: DOUBLE, lon: DOUBLE }, option: { resolution: INTEGER }, answer: 'code' },
  convert: {
    row: { address: VARCHAR },
    option: { to: VARCHAR },
    answer: ['status', 'line', 'to_ward', 'to_ward_code', 'to_province', 'to_province_code'],
  },
};
/** The name of a column in SQL. */
const memberOf = (column) => column.replace(/_new$|^to_/, '').replace('line', 'address');

/**
 * Adds the functions to a connection, and returns a function that ends the thread which answers them.
 * It asks `server`, the address of a `geomill serve`, or serves `datasetDir`, else the starter dataset, to itself.
 */
export async function addFunctions(connection, { server, apiKey, datasetDir } = {}) {
  const { port1: port, port2 } = new MessageChannel();
  const turn = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(new URL(import.meta.url), {
    workerData: { server, apiKey, datasetDir, turn, port: port2 },
    transferList: [port2],
  });
  await once(worker, 'message');
  worker.unref();
  port.unref();
  // DuckDB wants the answers when its call returns: this thread waits for the other one.
  const ask = (question) => {
    Atomics.store(turn, 0, 0);
    port.postMessage(question);
    Atomics.wait(turn, 0, 0);
    const { rows, error } = receiveMessageOnPort(port).message;
    if (error !== undefined) throw new Error(error);
    return rows;
  };
  for (const name of Object.keys(FUNCTIONS)) connection.registerScalarFunction(functionOf(name, ask));
  return () => worker.terminate();
}

function functionOf(name, ask) {
  const { row, option = {}, answer } = FUNCTIONS[name];
  const columns = Object.keys(row);
  const [optionName] = Object.keys(option);
  const valueOf = (answered) => {
    if (typeof answer === 'string') return answered[`${name}_${answer}`];
    return structValue(
      Object.fromEntries(answer.map((column) => [memberOf(column), answered[`${name}_${column}`] ?? null])),
    );
  };
  return DuckDBScalarFunction.create({
    name,
    parameterTypes: Object.values({ ...row, ...option }),
    returnType:
      typeof answer === 'string'
        ? VARCHAR
        : STRUCT(
            Object.fromEntries(
              answer.map((column) => [memberOf(column), NUMBERS.includes(column) ? DOUBLE : VARCHAR]),
            ),
          ),
    mainFunction: (_, input, output) => {
      const vectors = Object.keys({ ...row, ...option }).map((unused, at) => input.getColumnVector(at));
      // Rows with one value of the option are one question.
      const questions = new Map();
      for (let at = 0; at < input.rowCount; at += 1) {
        const values = vectors.map((vector) => vector.getItem(at));
        output.setItem(at, null);
        if (values.includes(null)) continue;
        const key = String(values[columns.length] ?? '');
        if (!questions.has(key)) questions.set(key, { places: [], rows: [] });
        questions.get(key).places.push(at);
        questions.get(key).rows.push(Object.fromEntries(columns.map((column, nth) => [column, values[nth]])));
      }
      for (const [key, { places, rows }] of questions) {
        const options = key === '' ? {} : { [optionName]: key };
        for (const [nth, answered] of ask({ name, columns, options, rows }).entries())
          output.setItem(places[nth], valueOf(answered));
      }
      output.flush();
    },
  });
}

/** The thread that answers: it sends rows to the batches of a server. */
async function answerQuestions({ server, apiKey, datasetDir, turn, port }, parent) {
  const root = server ?? (await serve(datasetDir));
  port.on('message', async ({ name, columns, options, rows }) => {
    const query = new URLSearchParams({ ...options, columns: columns.join() });
    const answered = await fetch(`${root}/v1/batch/${name}?${query}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-ndjson',
        accept: 'application/x-ndjson',
        ...(apiKey && { apikey: apiKey }),
      },
      body: rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
    })
      .then(async (response) => {
        const text = await response.text();
        if (!response.ok) return { error: JSON.parse(text).message };
        return {
          rows: text
            .trim()
            .split('\n')
            .map((line) => JSON.parse(line)),
        };
      })
      .catch((error) => ({ error: String(error) }));
    port.postMessage(answered);
    Atomics.store(turn, 0, 1);
    Atomics.notify(turn, 0);
  });
  parent.postMessage('ready');
}

async function serve(datasetDir) {
  const { service } = await openService({ kind: 'local', datasetDir });
  const { listen } = await createServer({ service, datasetDir });
  return listen({ port: 0 });
}

if (!isMainThread && workerData?.turn) await answerQuestions(workerData, parentPort);
