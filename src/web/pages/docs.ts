// The page of the interface: Swagger UI, which a script before this one has loaded, over the document of this server.

/** The part of Swagger UI that is used. Source: swagger-ui-dist 5, docs/usage/configuration.md. */
declare const SwaggerUIBundle: (settings: Readonly<Record<string, unknown>>) => void;

interface OpenApiDocument {
  paths: Record<string, Record<string, { parameters?: Parameter[] }>>;
}

interface Parameter {
  description?: string;
  schema?: { default?: unknown; description?: string };
}

const dark = matchMedia('(prefers-color-scheme: dark)');
const showScheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', showScheme);
showScheme();

const response = await fetch('/openapi.json');
SwaggerUIBundle({
  spec: withoutDefaults((await response.json()) as OpenApiDocument),
  dom_id: '#content',
  deepLinking: true,
  filter: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: -1,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  // The address of a server that checks documents: nothing is sent elsewhere.
  validatorUrl: null,
});

/** Moves default values into the descriptions: Swagger UI sends them, those of both shapes of an operation, which exclude each other. */
function withoutDefaults(document: OpenApiDocument): OpenApiDocument {
  for (const { parameters = [] } of Object.values(document.paths).flatMap((item) => Object.values(item)))
    for (const parameter of parameters) {
      const { default: value, ...schema } = parameter.schema ?? {};
      if (value === undefined) continue;
      const text = parameter.description ?? schema.description ?? '';
      Object.assign(parameter, { schema, description: `${text} (default ${JSON.stringify(value)})` });
    }
  return document;
}
