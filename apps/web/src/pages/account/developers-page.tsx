import { pageRoutes } from '@pinmark/shared/paths'
import { m } from '@pinmark/words/messages'
import { Link } from 'react-router-dom'
import { useProjects } from '../../features/projects/use-project'
import { ApiTokens } from '../../features/tokens/api-tokens'
import { Webhooks } from '../../features/webhooks/webhooks'
import { useTitle } from '../../lib/title'
import './page-sections.css'

/** What connects other programs with the account. */
export function DevelopersPage() {
  useTitle(m.developers_title())
  const { data: projects = [] } = useProjects()
  return (
    <div className="page-column max-w-192">
      <h1 className="page-title">{m.developers_title()}</h1>
      <p className="mt-1 text-ink-2">{m.developers_words()}</p>
      <nav aria-label={m.nav_account()} className="page-sections">
        <Link to={pageRoutes.account}>{m.nav_account()}</Link>
        <a href="/docs">{m.developers_docs()}</a>
      </nav>
      <div className="mt-8 border-t pt-6">
        <Webhooks projects={projects} />
      </div>
      <section className="mt-8 border-t pt-6">
        <ApiTokens />
      </section>
    </div>
  )
}
