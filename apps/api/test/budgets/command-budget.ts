/** The database commands of every call, including the counting that follows it, in alphabetical order,
 *  because some are concurrent. Explain every increase in its commit. */
export const commandBudget: Record<string, string> = {
  'POST /users/register': 'find users, insert users',
  'POST /users/login':
    'delete loginDelays, find knownNetworks, find users, findAndModify loginDelays, update knownNetworks',
  'POST /users/sign-on': '',
  'POST an answer of a new person': '2 × find users, commitTransaction 1, findAndModify users, insert users',
  'POST an answer of a known person': 'find users',
  'POST an answer that links an account':
    'commitTransaction 1, delete apiTokens, find users, findAndModify users, update webhooks',
  'GET /projects in the archive': 'find projects, find revokedTokens, find users, find verdicts',
  'PATCH /projects/:id/order':
    'aggregate comments, find comments, find projects, find revokedTokens, find users, find verdicts, find visits, findAndModify projects, update projects',
  'POST a copy':
    '2 × aggregate projects, 2 × find revokedTokens, 2 × find users, 3 × aggregate images, 3 × find projects, commitTransaction 1, find imagelines, find images, insert images, insert projects, update users',
  'POST an older version as the newest':
    '2 × aggregate images, 2 × aggregate projects, 2 × find revokedTokens, 2 × find users, 3 × find projects, commitTransaction 1, find imagelines, find images, findAndModify projects, insert events, insert images, update projects, update tasks',
  'GET /users/me': '2 × find users, aggregate images, aggregate projects, find projects, find revokedTokens',
  // The new name is reserved in its projects before the account has it.
  'PATCH /users/me': '2 × findAndModify users, 4 × update projects, find revokedTokens, find users',
  // A transaction locks the account, and counts and inserts.
  'POST /users/me/tokens':
    '2 × find revokedTokens, 3 × find users, aggregate apiTokens, commitTransaction 1, delete loginDelays, find knownNetworks, findAndModify loginDelays, findAndModify mails, insert apiTokens, update knownNetworks, update tasks, update users',
  'GET /users/me/tokens': 'find apiTokens, find revokedTokens, find users',
  // The first use of the token; within an hour there is no further write.
  'GET /users/me by an API token':
    '2 × find users, aggregate images, aggregate projects, find apiTokens, find projects, update apiTokens',
  'DELETE /users/me/tokens/:id': 'delete apiTokens, find revokedTokens, find users',
  'GET /projects after a change of name':
    '3 × aggregate comments, 3 × find comments, 3 × find visits, 3 × update projects, 4 × find projects, find revokedTokens, find users, find verdicts',
  'GET /projects': 'find projects, find revokedTokens, find users, find verdicts',
  'GET /projects with pictures': 'find images, find projects, find revokedTokens, find users, find verdicts',
  'GET /projects in the trash': 'find projects, find revokedTokens, find users, find verdicts',
  'POST /projects':
    '2 × aggregate images, 2 × aggregate projects, 2 × find projects, 2 × find revokedTokens, 2 × find users, commitTransaction 1, insert images, insert projects, update users',
  'GET /projects/:id as a guest': '2 × find comments, find projects, find verdicts, find visits',
  'GET /projects/:id as its owner':
    '2 × find comments, find projects, find revokedTokens, find users, find verdicts, find visits',
  'GET /projects/:id with its picture': '2 × find comments, find images, find projects',
  'GET /projects/:id as a stranger': '2 × find comments, 2 × find projects',
  'GET /projects/:id as a stranger, unchanged since one opened it': 'find projects',
  'GET /projects/:id, second page': '2 × find comments, 2 × find projects',
  'GET /projects/:id/export': '2 × find comments, find imagelines, find projects',
  'GET /projects/:id/export with pins': '2 × find comments, find images, find projects',
  'PUT /projects/:id': 'find revokedTokens, find users, find verdicts, findAndModify projects',
  'PATCH /projects/:id/settings': 'find revokedTokens, find users, findAndModify projects',
  'POST /projects/:id/unlock':
    'delete loginDelays, find knownNetworks, find projects, findAndModify loginDelays, update knownNetworks',
  'GET /project/:id, the page': '2 × find comments, find images, find projects',
  'GET /images/:id/view': '2 × find images, find projects, find users',
  'GET /images/:id/view again': '',
  'GET the original': 'find images, find projects, find revokedTokens, find users',
  'POST /projects/:id/designs':
    '2 × aggregate images, 2 × aggregate projects, 2 × find revokedTokens, 2 × find users, 3 × find projects, commitTransaction 1, findAndModify projects, insert events, insert images, update projects',
  'POST /pdf-pages': 'find revokedTokens, find users',
  // The limit is checked before and after; the storage of the owner is counted for it.
  'POST a picture': '5 × aggregate images, 5 × find projects, find images, insert images, update images',
  'POST /comment/add/:id with a picture':
    'commitTransaction 1, find images, find projects, findAndModify projects, insert comments',
  'POST a version':
    '2 × aggregate images, 2 × aggregate projects, 2 × find revokedTokens, 2 × find users, 4 × find projects, commitTransaction 1, find images, findAndModify projects, insert events, insert images, update projects, update tasks',
  'PUT an agreement':
    '2 × find comments, commitTransaction 1, find revokedTokens, find users, findAndModify projects, update comments',
  'PUT the place of a comment':
    '2 × find comments, commitTransaction 1, findAndModify projects, update comments',
  'PATCH a design':
    'commitTransaction 1, find revokedTokens, find users, findAndModify projects, update projects',
  // The comments are counted again without those of the design. The same holds for a version and for both ways back.
  'DELETE a design':
    'commitTransaction 1, find revokedTokens, find users, findAndModify projects, update projects',
  'GET /projects/:id/trash': 'find projects, find revokedTokens, find users',
  'POST a design back':
    'commitTransaction 1, find revokedTokens, find users, findAndModify projects, update projects, update tasks',
  'DELETE a verdict': '2 × find verdicts, commitTransaction 1, findAndModify projects, update verdicts',
  'GET the changes': '2 × find images, find comparisons, find projects, update comparisons',
  'PUT a build':
    '2 × aggregate images, 2 × aggregate projects, 2 × find revokedTokens, 2 × find users, 4 × find projects, commitTransaction 1, findAndModify projects, insert images, update projects',
  'PUT the same build': '2 × find projects, find images, find revokedTokens, find users',
  'GET the differences':
    '2 × find images, find comparisons, find imagelines, find projects, update comparisons',
  // The text in its picture and its comparison are deleted with it.
  'DELETE a build':
    'commitTransaction 1, delete comparisons, delete imagelines, delete images, find images, find revokedTokens, find users, findAndModify projects, update projects',
  'GET the lines': 'find imagelines, find projects',
  'GET texts': 'find imagelines, find projects',
  'PATCH a round':
    'commitTransaction 1, find revokedTokens, find users, find verdicts, findAndModify projects, update projects',
  // A visitor's first one, which is inserted at the next place of the round.
  'PUT a verdict':
    '2 × find verdicts, aggregate verdicts, commitTransaction 1, findAndModify projects, insert events, update verdicts',
  'DELETE a version':
    'commitTransaction 1, find revokedTokens, find users, findAndModify projects, update projects, update tasks',
  'POST a version back':
    'commitTransaction 1, find revokedTokens, find users, findAndModify projects, update projects, update tasks',
  'POST /comment/add/:id': 'commitTransaction 1, findAndModify projects, insert comments',
  'POST /comment/add/:id as the owner':
    'commitTransaction 1, find revokedTokens, find users, findAndModify projects, insert comments',
  'POST a reply':
    'commitTransaction 1, find comments, findAndModify projects, insert comments, update comments',
  'PATCH a comment': '2 × find comments, commitTransaction 1, findAndModify projects, update comments',
  // A longer text first reserves room among those of the other replies.
  'PATCH a reply': '2 × find comments, commitTransaction 1, findAndModify projects, update comments',
  'PATCH a comment, resolved':
    '2 × find comments, commitTransaction 1, find revokedTokens, find users, findAndModify projects, insert events, update comments',
  'GET a spot': '2 × find comments, find images, find projects',
  // Each tool sends the commands of its call, too.
  'POST /mcp': 'find revokedTokens, find users',
  'DELETE a comment':
    'commitTransaction 1, find comments, findAndModify projects, update comments, update projects',
  'DELETE a reply':
    '2 × find comments, commitTransaction 1, findAndModify projects, update comments, update projects',
  // The messages of the last minutes are read, because their clocks may be ahead.
  'POST /projects/:id/visit':
    'commitTransaction 1, find projects, find revokedTokens, find users, find visits, findAndModify projects, update visits',
  'GET /projects/:id/events': '2 × find projects',
  // What is new to a member is counted when they ask: three more commands for each shared project that has messages, unlike this one.
  'GET /projects of a member':
    '2 × find projects, aggregate comments, find comments, find revokedTokens, find users, find verdicts, find visits, update projects',
  // Without a comment, a designer learns whether anyone else has seen the project.
  'GET /projects/:id of a member':
    '2 × find comments, 2 × find visits, find projects, find revokedTokens, find users, find verdicts',
  'GET the members': 'find projects, find revokedTokens, find users',
  'POST an invitation':
    'commitTransaction 1, find revokedTokens, find users, findAndModify projects, update projects',
  'DELETE an invitation':
    'commitTransaction 1, find projects, find revokedTokens, find users, findAndModify projects, update projects',
  'GET an invitation': 'find projects, find revokedTokens, find users',
  'POST an invitation, joined':
    'commitTransaction 1, delete subscribers, find projects, find revokedTokens, find users, findAndModify projects, update projects',
  'PUT an offer':
    'commitTransaction 1, find revokedTokens, find users, findAndModify projects, update projects',
  'DELETE an offer':
    'commitTransaction 1, find revokedTokens, find users, findAndModify projects, update projects',
  'DELETE a member':
    'commitTransaction 1, find revokedTokens, find users, findAndModify projects, update projects',
  'POST an offer, accepted':
    '2 × find projects, 2 × find users, aggregate images, aggregate projects, commitTransaction 1, find revokedTokens, findAndModify projects, update images, update projects, update users, update webhooks',
  'POST /projects/:id/link': 'find revokedTokens, find users, findAndModify projects',
  // The first change at this address: a rate window is opened only for an address that belongs to a project.
  'DELETE /projects/:id': 'find projects, find revokedTokens, find users, findAndModify projects',
  'POST /projects/:id/restore':
    '2 × find projects, 2 × find users, aggregate images, aggregate projects, commitTransaction 1, find revokedTokens, find verdicts, findAndModify projects, update users',
  // The login is checked before each file, and for an upload again when its image is stored.
  'GET /users/export':
    '11 × find images, 12 × find projects, 19 × find comments, 19 × find revokedTokens, 2 × distinct comments, 20 × find users, 5 × find verdicts, distinct visits, find apiTokens, find noticeSettings, find visits, find webhooks',
  'POST /users/me/webhooks':
    '2 × find projects, 3 × find revokedTokens, 4 × find users, aggregate webhooks, commitTransaction 1, delete loginDelays, find deliveries, find knownNetworks, findAndModify loginDelays, findAndModify mails, insert webhooks, update knownNetworks, update tasks, update users',
  'GET /users/me/webhooks':
    '2 × find deliveries, find projects, find revokedTokens, find users, find webhooks',
  'PATCH a webhook':
    'commitTransaction 1, find deliveries, find revokedTokens, find users, findAndModify webhooks, update tasks',
  'POST a test': '2 × find users, find revokedTokens, find webhooks',
  'GET the deliveries': 'find deliveries, find revokedTokens, find users, find webhooks',
  'POST a delivery': '2 × find users, find deliveries, find revokedTokens, find webhooks, update deliveries',
  'DELETE a webhook':
    'commitTransaction 1, find revokedTokens, find users, findAndModify webhooks, update tasks',
  'GET /users/me/notices': 'find noticeSettings, find projects, find revokedTokens, find users',
  'PATCH /users/me/notices':
    '2 × find projects, find noticeSettings, find revokedTokens, find users, update noticeSettings',
  'GET a stop': '2 × find projects, find noticeSettings, find users',
  'POST a stop': '2 × find projects, find users, update noticeSettings',
  'DELETE a stop': '2 × find projects, find noticeSettings, find users, update noticeSettings',
  'PUT mail about replies':
    'find comments, find projects, findAndModify mails, findAndModify subscribers, update tasks',
  'GET mail about replies': 'find projects, find subscribers',
  'DELETE mail about replies': 'delete subscribers, find projects',
  'POST a confirmation': 'find projects, find subscribers, update subscribers',
  'POST a stop of a visitor': 'find projects, findAndModify subscribers',
  'POST a forgotten password': 'findAndModify mails, update tasks',
  'PUT a forgotten password':
    'commitTransaction 1, delete apiTokens, delete loginDelays, find users, findAndModify users, update webhooks',
  'GET /readyz': '',
  'PUT /users/password':
    '2 × find users, commitTransaction 1, delete apiTokens, delete loginDelays, find knownNetworks, find revokedTokens, findAndModify loginDelays, findAndModify users, update knownNetworks, update webhooks',
  'POST /users/logout': 'find revokedTokens, find users, update revokedTokens',
  'POST /users/logout-everywhere':
    'commitTransaction 1, delete apiTokens, find revokedTokens, find users, findAndModify users, update webhooks',
  'POST /users/deletion':
    '2 × find users, 3 × update projects, delete loginDelays, find knownNetworks, find revokedTokens, findAndModify loginDelays, update knownNetworks, update users',
}
