import { Ajv, type Schema } from 'ajv';

// Strict schemas of the members that deploy/ uses, and of no others: a wrong name or place of a member is an error. No package with the schemas of
// Kubernetes or Compose is installed; a member that is new in deploy/ is added here from their references.
// Source: Kubernetes API v1.31 (batch/v1 Job, apps/v1 Deployment, v1 PodSpec), Compose Specification.

type Members = Record<string, Schema>;

const strict = (required: Members, optional: Members = {}): Schema => ({
  type: 'object',
  required: Object.keys(required),
  properties: { ...required, ...optional },
  additionalProperties: false,
});
const listOf = (items: Schema): Schema => ({ type: 'array', items, minItems: 1 });
const mapOf = (values: Schema): Schema => ({
  type: 'object',
  additionalProperties: values,
  minProperties: 1,
});
const oneOf = (...values: string[]): Schema => ({ enum: values });

const TEXT: Schema = { type: 'string', minLength: 1 };
const COUNT: Schema = { type: 'integer', minimum: 1 };
const FLAG: Schema = { type: 'boolean' };
/** A name of RFC 1123. */
const NAME: Schema = { type: 'string', pattern: '^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$' };
/** A quantity: `2`, `500m`, `1Gi`. */
const QUANTITY: Schema = { type: 'string', pattern: '^[0-9.]+(m|[kMGT]i?)?$' };
const LABELS = mapOf({ type: 'string', maxLength: 63 });

const METADATA = strict({}, { name: NAME, labels: LABELS, annotations: mapOf({ type: 'string' }) });

const PROBE = strict(
  { httpGet: strict({ path: { type: 'string', pattern: '^/' }, port: { type: ['string', 'integer'] } }) },
  { timeoutSeconds: COUNT, periodSeconds: COUNT },
);

const VARIABLE: Schema = {
  oneOf: [
    strict({ name: TEXT, value: { type: 'string' } }),
    strict({ name: TEXT, valueFrom: strict({ secretKeyRef: strict({ name: NAME, key: TEXT }) }) }),
  ],
};

const CONTAINER = strict(
  { name: NAME, image: TEXT },
  {
    command: listOf(TEXT),
    args: listOf({ type: 'string' }),
    env: listOf(VARIABLE),
    ports: listOf(strict({ containerPort: { type: 'integer', minimum: 1, maximum: 65535 } }, { name: NAME })),
    resources: strict({}, { requests: mapOf(QUANTITY), limits: mapOf(QUANTITY) }),
    livenessProbe: PROBE,
    readinessProbe: PROBE,
    volumeMounts: listOf(strict({ name: NAME, mountPath: { type: 'string', pattern: '^/' } })),
    securityContext: strict(
      {},
      {
        allowPrivilegeEscalation: FLAG,
        readOnlyRootFilesystem: FLAG,
        runAsNonRoot: FLAG,
        runAsUser: COUNT,
        capabilities: strict({ drop: listOf(TEXT) }),
      },
    ),
  },
);

const podOf = (restartPolicy: Members): Schema =>
  strict(
    {
      spec: strict(
        { ...restartPolicy, containers: listOf(CONTAINER) },
        {
          terminationGracePeriodSeconds: COUNT,
          volumes: listOf(strict({ name: NAME, persistentVolumeClaim: strict({ claimName: NAME }) })),
        },
      ),
    },
    { metadata: METADATA },
  );

const FAILURE_RULE = strict({
  action: oneOf('FailJob', 'FailIndex', 'Ignore', 'Count'),
  onExitCodes: strict(
    { operator: oneOf('In', 'NotIn'), values: listOf({ type: 'integer', minimum: 1, maximum: 255 }) },
    { containerName: NAME },
  ),
});

const JOB = strict({
  apiVersion: oneOf('batch/v1'),
  kind: oneOf('Job'),
  metadata: METADATA,
  spec: strict(
    // A limit for each index, and a policy for failures, need pods that are not restarted.
    { template: podOf({ restartPolicy: oneOf('Never') }) },
    {
      completionMode: oneOf('Indexed'),
      completions: COUNT,
      parallelism: COUNT,
      backoffLimitPerIndex: COUNT,
      podFailurePolicy: strict({ rules: listOf(FAILURE_RULE) }),
    },
  ),
});

const DEPLOYMENT = strict({
  apiVersion: oneOf('apps/v1'),
  kind: oneOf('Deployment'),
  metadata: METADATA,
  spec: strict(
    { selector: strict({ matchLabels: LABELS }), template: podOf({}) },
    { replicas: { type: 'integer', minimum: 0 } },
  ),
});

const SERVICE = strict(
  { image: TEXT, command: listOf({ type: 'string' }) },
  {
    build: strict({ context: TEXT, dockerfile: TEXT }),
    environment: mapOf({ type: 'string' }),
    healthcheck: strict(
      { test: listOf(TEXT) },
      { interval: { type: 'string', pattern: '^\\d+(ms|s|m)$' }, retries: COUNT },
    ),
    depends_on: mapOf(
      strict({
        condition: oneOf('service_started', 'service_healthy', 'service_completed_successfully'),
      }),
    ),
    restart: oneOf('no', 'always', 'on-failure', 'unless-stopped'),
    stop_grace_period: { type: 'string', pattern: '^\\d+(ms|s|m)$' },
    deploy: strict({ replicas: { type: 'integer', minimum: 0 } }),
    volumes: listOf({ type: 'string', pattern: ':/' }),
  },
);

/** Schemas of the files of deploy/, by kind. */
export const DEPLOY_SCHEMAS = { JOB, DEPLOYMENT, COMPOSE: strict({ services: mapOf(SERVICE) }) };

/** Returns the faults of a document, a line each; empty when it has none. */
export function faultsOf(schema: Schema, document: unknown): string[] {
  const ajv = new Ajv({ allErrors: true, allowUnionTypes: true });
  const validate = ajv.compile(schema);
  return validate(document)
    ? []
    : (validate.errors ?? []).map(
        ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
      );
}
