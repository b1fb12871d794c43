import type { ProjectSummary } from '@pinmark/shared/entities/project'
import { pageRoutes } from '@pinmark/shared/paths'
import { m } from '@pinmark/words/messages'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { Button } from '../../ui/button'
import { Select } from '../../ui/field'
import { sorts, whoseChoices, type ProjectView } from './use-project-view'
import { inSpan, Name, rich } from '../../ui/rich'

interface DashboardHeadProps {
  /** Undefined until the list has loaded. */
  projects: ProjectSummary[] | undefined
  view: ProjectView
  /** False while the list loads, and when it is empty: the empty page has its own button. */
  hasCreate: boolean
  onCreate: () => void
}

export function DashboardHead({ projects, view, hasCreate, onCreate }: DashboardHeadProps) {
  const count = projects?.length
  return (
    <div className="dashboard-head">
      <h1 className="page-title">{m.dashboard_title()}</h1>
      {(view.isSearchable || view.hasShared) && (
        <div className="dashboard-tools">
          {view.hasShared && (
            <Choice
              label={m.dashboard_whose()}
              choices={whoseChoices}
              value={view.whose}
              onChange={view.setWhose}
            />
          )}
          {view.isSearchable && <SearchAndSort view={view} />}
        </div>
      )}
      {hasCreate && (
        <Button variant="primary" className="dashboard-create" onClick={onCreate}>
          {m.dashboard_create()}
        </Button>
      )}
      {count !== undefined && (
        <p className="dashboard-count">
          {rich(
            (parts) => m.dashboard_count({ count, number: parts.number }),
            { number: <span className="tabular">{count}</span> },
            inSpan,
          )}{' '}
          <span aria-hidden>·</span>{' '}
          <Link to={pageRoutes.plans} className="inline-flex min-h-6 items-center text-ink">
            {m.dashboard_upgrade()}
          </Link>
        </p>
      )}
    </div>
  )
}

interface ChoiceProps<Value extends string> {
  label: string
  choices: readonly { value: Value; label: () => string }[]
  value: Value
  onChange: (value: Value) => void
}

function Choice<Value extends string>({ label, choices, value, onChange }: ChoiceProps<Value>) {
  return (
    <Select
      aria-label={label}
      className="dashboard-sort"
      value={value}
      onChange={({ target }) => {
        const chosen = choices.find((choice) => choice.value === target.value)
        if (chosen) onChange(chosen.value)
      }}
    >
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label()}
        </option>
      ))}
    </Select>
  )
}

function SearchAndSort({ view }: { view: ProjectView }) {
  const { query, newCount, isOnlyNew, sort, setQuery, setOnlyNew, setSort, shown } = view
  // The router changes the address in a transition. A field that follows it loses letters that are typed meanwhile.
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <>
      {(newCount > 0 || isOnlyNew) && (
        <Button className="tabular" aria-pressed={isOnlyNew} onClick={() => setOnlyNew(!isOnlyNew)}>
          {m.filter_with_count({ label: m.filter_new(), count: newCount })}
        </Button>
      )}
      <div className="dashboard-search">
        <Search />
        <input
          type="search"
          aria-label={m.dashboard_search()}
          placeholder={m.dashboard_search_hint()}
          className="input"
          value={typed ?? query}
          onChange={({ target }) => {
            setTyped(target.value)
            setQuery(target.value)
          }}
          onBlur={() => setTyped(null)}
        />
        <span role="status" className="sr-only">
          {query && m.search_found({ count: shown.length })}
        </span>
      </div>
      <Choice label={m.dashboard_sort()} choices={sorts} value={sort} onChange={setSort} />
    </>
  )
}

interface LabelChipsProps {
  labels: readonly string[]
  /** The chosen one. */
  label: string | null
  onChoose: (label: string | null) => void
}

/** Shows only the projects with one label. */
export function LabelChips({ labels, label, onChoose }: LabelChipsProps) {
  if (labels.length === 0) return null
  return (
    <div role="group" aria-label={m.order_labels()} className="mb-6 flex flex-wrap gap-2">
      {labels.map((name) => (
        <Button
          key={name}
          size="sm"
          className="max-w-full"
          aria-pressed={name === label}
          onClick={() => onChoose(name === label ? null : name)}
        >
          <Name className="truncate">{name}</Name>
        </Button>
      ))}
    </div>
  )
}
