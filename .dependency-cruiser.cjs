/** Who may import whom. docs/architecture.md draws the same picture in words. */
const api = '^apps/api/src/'
const web = '^apps/web/src/'

const forbid = (name, from, to, comment) => ({
  name,
  severity: 'error',
  from,
  to,
  ...(comment ? { comment } : {}),
})

/** `layer` may not import any of the folders named in `others`. */
const keepOut = (base, layer, others) =>
  forbid(
    `${base === api ? 'api' : 'web'}-${layer}-imports-down-only`,
    { path: `${base}${layer}/` },
    { path: `${base}(${others})/` },
  )

/** Files of the API with this suffix import neither files with the `suffixes` nor the `folders`. */
const layer = (suffix, suffixes, folders) =>
  forbid(
    `api-${suffix}s-import-down-only`,
    { path: `${api}.*\\.${suffix}\\.ts$` },
    { path: `${api}(.*\\.(${suffixes})\\.ts$|(${folders})/)`, pathNot: '\\.record\\.ts$' },
  )

module.exports = {
  forbidden: [
    forbid('no-circles', {}, { circular: true }, 'Circular imports are not allowed.'),
    forbid(
      'no-unresolved',
      {},
      { couldNotResolve: true },
      'An import that cannot be resolved is not checked.',
    ),
    forbid(
      'no-undeclared-packages',
      { path: '^(apps|packages)/' },
      { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    ),
    forbid(
      'no-development-packages-when-running',
      {
        path: '^(apps/(api|cli)|packages/(shared|follow|words|client|capture))/src/',
        pathNot: '\\.test\\.ts$',
      },
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'shared-imports-zod-only',
      { path: '^packages/shared/' },
      { pathNot: '^packages/shared/|node_modules/(zod|vitest|fast-check)/' },
    ),
    forbid(
      'words-import-nothing',
      { path: '^packages/words/src/', pathNot: '\\.test\\.ts$' },
      { pathNot: '^packages/words/src/' },
      'Sentences only: the caller knows what they are about.',
    ),
    forbid(
      'follow-imports-nothing',
      { path: '^packages/follow/src/', pathNot: '\\.test\\.ts$' },
      { pathNot: '^packages/follow/src/' },
      'Plain arithmetic on pixels: the caller decodes.',
    ),
    forbid(
      'client-imports-shared-only',
      { path: '^packages/client/src/', pathNot: '\\.test\\.ts$' },
      { pathNot: '^packages/(client|shared)/|node_modules/zod/' },
      'It also runs in browsers.',
    ),
    forbid(
      'capture-imports-the-browser-only',
      { path: '^packages/capture/src/' },
      { pathNot: '^packages/capture/|node_modules/playwright-core/', dependencyTypesNot: ['core'] },
    ),
    forbid(
      'apps-apart',
      { path: '^apps/([^/]+)/' },
      { path: '^apps/', pathNot: '^apps/$1/' },
      'They meet in packages/shared.',
    ),

    forbid(
      'testbed-in-tests-only',
      { path: '^(apps|packages)/', pathNot: '\\.test\\.tsx?$|/(test|truth)/' },
      { path: '^trials/testbed/' },
      'trials/testbed is for tests only.',
    ),
    forbid(
      'tried-from-outside',
      { path: '^trials/' },
      { path: '^apps/' },
      'Trials and benchmarks use the built program over HTTP only.',
    ),

    forbid(
      'api-domains-apart',
      { path: `${api}([^/]+)/`, pathNot: `${api}ops/|\\.test\\.ts$` },
      { path: `${api}(?!http/)[^/]+/.*\\.(routes|service|words)\\.ts$`, pathNot: `${api}$1/` },
      'A flow over several collections is one service that uses several records.',
    ),
    layer('record', 'routes|service|words|presenter', 'http|live|openapi|web'),
    layer('presenter', 'routes|service|words', 'http|live|openapi|web'),
    layer('service', 'routes', 'openapi|web'),
    forbid(
      'api-base-imports-nothing-of-ours',
      { path: `${api}base/`, pathNot: '\\.test\\.ts$' },
      { path: `${api}[^/]+/`, pathNot: `${api}base/` },
    ),
    keepOut(api, 'mongo', `(?!(mongo|base)/)[^/]+`),
    forbid(
      'api-core-knows-records-only',
      { path: `${api}core/`, pathNot: '\\.test\\.ts$' },
      {
        path: `${api}(http|ops|live|images|mail|webhooks|openapi|web)/.*|${api}.*\\.(routes|service|words|presenter)\\.ts$`,
        pathNot: `${api}live/presence\\.record\\.ts$`,
      },
    ),
    forbid(
      'api-http-knows-core-only',
      { path: `${api}http/`, pathNot: '\\.test\\.ts$' },
      {
        path: `${api}[^/]+/`,
        pathNot: `${api}(http|core|base|mongo)/|${api}images/renditions/render\\.ts$`,
      },
    ),
    forbid(
      'api-main-and-app-on-top',
      { path: `${api}([^/]+)/`, pathNot: '\\.test\\.ts$' },
      { path: `${api}(main|app|ops/commands/.*)\\.ts$`, pathNot: `${api}$1/` },
    ),
    forbid(
      'api-operation-on-top',
      { path: `${api}([^/]+)/`, pathNot: `${api}ops/|\\.test\\.ts$` },
      { path: `${api}ops/`, pathNot: `${api}ops/(instance|sweep)\\.record\\.ts$` },
    ),
    forbid(
      'express-at-the-edge',
      {
        path: api,
        pathNot: `(${api}(app|main)\\.ts|/http/|\\.routes\\.ts|${api}ops/metrics\\.ts|\\.test\\.ts)`,
      },
      { path: 'node_modules/(@types/)?express/' },
    ),
    forbid(
      'mongoose-in-records',
      { path: api, pathNot: `\\.record\\.ts$|${api}(mongo|core)/|http/error-handler|\\.test\\.ts$` },
      { path: 'node_modules/mongoose/', dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'projects-through-permits',
      { path: api, pathNot: `\\.record\\.ts$|${api}core/|\\.test\\.ts$` },
      { path: `${api}projects/project\\.record\\.ts$`, dependencyTypesNot: ['type-only'] },
      'projects/permitted-project.record.ts demands a permit for every read and write that an actor asks for.',
    ),
    forbid(
      'processes-in-few-places',
      { path: api, pathNot: `${api}(images/renditions|mongo|accounts/passwords|base)/|\\.test\\.ts$` },
      { path: '^(node:)?(child_process|worker_threads)$|node_modules/(sharp|tinypool)/' },
    ),

    forbid(
      'web-features-apart',
      { path: `${web}features/([^/]+)/` },
      { path: `${web}features/`, pathNot: `${web}features/($1|review)/` },
      'They meet in the session of a review, or the page passes data between them.',
    ),
    forbid(
      'web-pages-apart',
      { path: `${web}pages/([^/]+)/` },
      { path: `${web}(app|pages)/`, pathNot: `${web}pages/$1/` },
    ),
    forbid(
      'page-knows-its-own-errors',
      { path: web, pathNot: '\\.test\\.tsx?$' },
      { path: '^packages/shared/src/(messages|errors)\\.ts$' },
      'The page loads page-messages.ts and page-errors.ts, without the sentences that only the server says.',
    ),
    keepOut(web, 'features', 'app|pages'),
    keepOut(web, 'lib', 'app|pages|features|ui'),
    keepOut(web, 'ui', 'app|pages|features|lib'),

    forbid(
      'test-support-in-tests-only',
      { path: '^(apps|packages)/', pathNot: '\\.test\\.tsx?$|/test/|/vite(st)?\\.config\\.ts$' },
      {
        path: '^(apps|packages)/.*/test/|\\.test\\.tsx?$|node_modules/(vitest|supertest|msw|@testing-library)/',
      },
    ),
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.base.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
}
