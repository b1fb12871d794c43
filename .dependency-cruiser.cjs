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
      { path: '^(apps/api|packages/shared|packages/follow)/src/', pathNot: '\\.test\\.ts$' },
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'shared-imports-zod-only',
      { path: '^packages/shared/' },
      { pathNot: '^packages/shared/|node_modules/(zod|vitest|fast-check)/' },
    ),
    forbid(
      'follow-imports-nothing',
      { path: '^packages/follow/src/', pathNot: '\\.test\\.ts$' },
      { pathNot: '^packages/follow/src/' },
      'Plain arithmetic on pixels: the caller decodes.',
    ),
    forbid(
      'apps-apart',
      { path: '^apps/([^/]+)/' },
      { path: '^apps/', pathNot: '^apps/$1/' },
      'They meet in packages/shared.',
    ),

    forbid(
      'testbed-in-tests-only',
      { path: '^(apps|packages/(shared|follow))/', pathNot: '\\.test\\.tsx?$|/(test|truth)/' },
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
      'api-features-apart',
      { path: `${api}features/([^/]+)/` },
      { path: `${api}(features|jobs)/`, pathNot: `${api}features/$1/` },
      'A flow over several collections is one service that uses several models.',
    ),
    keepOut(api, 'http', 'core|features|jobs|models|presenters'),
    keepOut(api, 'core', 'features|jobs|http|presenters'),
    keepOut(api, 'access', 'core|features|jobs|http|presenters'),
    keepOut(api, 'presenters', 'core|features|jobs|http|platform'),
    keepOut(api, 'backup', 'core|features|jobs|http|access|presenters'),
    keepOut(api, 'migrations', 'core|features|jobs|http|access|presenters|models'),
    keepOut(api, 'models', 'core|features|jobs|http|access|presenters|platform'),
    keepOut(api, 'platform', 'core|features|jobs|http|access|presenters|models'),
    keepOut(api, 'jobs', 'features|http'),
    keepOut(api, 'base', 'core|features|jobs|http|access|presenters|models|platform|backup|migrations'),
    forbid(
      'api-main-and-app-on-top',
      { path: `${api}([^/]+)/`, pathNot: '\\.test\\.ts$' },
      { path: `${api}(main|app|commands/.*)\\.ts$`, pathNot: `${api}$1/` },
    ),
    forbid(
      'express-at-the-edge',
      { path: api, pathNot: `(${api}(app|main)\\.ts|/http/|\\.routes\\.ts|\\.test\\.ts)` },
      { path: 'node_modules/(@types/)?express/' },
    ),
    forbid(
      'mongoose-in-models',
      { path: api, pathNot: `${api}((models|platform)/|http/to-app-error)|\\.test\\.ts$` },
      { path: 'node_modules/mongoose/', dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'projects-through-permits',
      { path: api, pathNot: `${api}(models|core)/|\\.test\\.ts$` },
      { path: `${api}models/project\\.ts$`, dependencyTypesNot: ['type-only'] },
      'models/permitted-project.ts demands a permit for every read and write that an actor asks for.',
    ),
    forbid(
      'processes-in-platform',
      { path: api, pathNot: `${api}platform/|\\.test\\.ts$` },
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
