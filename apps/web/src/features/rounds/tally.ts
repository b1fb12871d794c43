/** `2 look good, 1 needs changes` */
export function tallyText({ good, changes }: { good: number; changes: number }): string {
  const parts = [
    good > 0 && `${good} ${good === 1 ? 'looks' : 'look'} good`,
    changes > 0 && `${changes} ${changes === 1 ? 'needs' : 'need'} changes`,
  ]
  return parts.filter(Boolean).join(', ') || 'No verdicts yet'
}
