import { pageRoutes } from '@pinmark/shared/paths'
import { Link } from 'react-router-dom'
import { useProjects } from '../../features/projects/use-project'
import { ApiTokens } from '../../features/tokens/api-tokens'
import { Webhooks } from '../../features/webhooks/webhooks'
import { useTitle } from '../../lib/title'
import './page-sections.css'

/** What connects other programs with the account. */
export function DevelopersPage() {
  useTitle('Webhooks and API tokens')
  const { data: projects = [] } = useProjects()
  return (
    <div className="page-column max-w-192">
      <h1 className="page-title">Webhooks and API tokens</h1>
      <p className="mt-1 text-ink-2">For chats, scripts and other programs.</p>
      <nav aria-label="Account" className="page-sections">
        <Link to={pageRoutes.account}>Account</Link>
        <a href="/docs">What the API can do</a>
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
