import * as sharingApi from '@pinmark/shared/api/sharing'
import { jsonRoute, type Route } from '../../http/route'
import { changeSettings, makeNewLink } from './sharing.service'

export function sharingRoutes(): Route[] {
  return [
    jsonRoute(sharingApi.changeSettings, ({ actor, params, body }) =>
      changeSettings(actor, params.projectId, body),
    ),
    jsonRoute(sharingApi.makeNewLink, ({ actor, params }) => makeNewLink(actor, params.projectId)),
  ]
}
