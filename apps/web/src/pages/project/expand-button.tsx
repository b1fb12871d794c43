import { Maximize2, Minimize2 } from 'lucide-react'
import { useReview } from '../../features/review/use-review'
import { Button } from '../../ui/button'

/** Below the frame, where a long design is cut off. On phones, "Expand" is in the menu of the head, which an expanded
 *  design hides, so only the way back is a button. */
export function ExpandButton({ isExpanded }: { isExpanded: boolean }) {
  const { toggleExpanded } = useReview()
  const Icon = isExpanded ? Minimize2 : Maximize2
  const label = isExpanded ? 'Back to the page' : 'Expand'
  return (
    <Button
      size="sm"
      variant="quiet"
      className="expand-button"
      data-expanded={isExpanded || undefined}
      data-tooltip={`${label} (F)`}
      onClick={toggleExpanded}
    >
      <Icon aria-hidden size={16} strokeWidth={1.75} />
      <span>{label}</span>
    </Button>
  )
}
