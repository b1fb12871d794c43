/** A part of a module: the files that are changed, and the tests that may notice. Changes to what runs on import have to
 *  go through all of these tests, so each part names only those that were written for it.
 *  @typedef {{ mutate: string[], tests: string[], usesDatabase?: boolean }} Part */

const api = 'apps/api/src/'
const shared = 'packages/shared/src/'
const permissionTests = [`${api}access/permission-matrix.test.ts`, `${api}features/comments/threads.test.ts`]

/** @type {Record<string, Record<string, Part>>} */
export const modules = {
  access: {
    permissions: {
      mutate: ['permit', 'rights', 'refusal', 'actor', 'find-actor-user'].map(
        (file) => `${api}access/${file}.ts`,
      ),
      tests: permissionTests,
      usesDatabase: true,
    },
    logins: {
      mutate: [`${api}access/login-throttle.ts`],
      tests: [`${api}features/users/users.test.ts`],
      usesDatabase: true,
    },
    networks: { mutate: [`${api}access/network.ts`], tests: [`${api}access/network.test.ts`] },
    rates: {
      mutate: [`${api}access/rates/*.ts`],
      tests: [`${api}access/rates/*.test.ts`],
      usesDatabase: true,
    },
  },
  validation: {
    schemas: {
      mutate: [`${shared}text.ts`, `${shared}entities/*.ts`],
      tests: [`${shared}text.test.ts`, `${shared}entities/*.test.ts`],
    },
    settings: { mutate: [`${api}config-values.ts`], tests: [`${api}config.test.ts`] },
    bodies: {
      mutate: [`${api}http/body/json-body.ts`, `${api}http/parse.ts`],
      tests: [`${api}http/body/json-body.test.ts`],
      usesDatabase: true,
    },
  },
  comments: {
    all: {
      mutate: [`${api}features/comments/*.ts`],
      tests: [`${api}features/comments/*.test.ts`],
      usesDatabase: true,
    },
  },
  images: {
    all: {
      mutate: [`${api}features/images/*.ts`, `${api}models/image*.ts`],
      tests: [`${api}features/images/*.test.ts`, `${api}models/image.test.ts`],
      usesDatabase: true,
    },
  },
}
