package tornwrite

import (
	"fmt"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/resource"
)

// unsynced reports a file that is read again after a restart, and that a function appends to without a Sync,
// in a package that calls Sync for other files: there it knows that a write is not on the disk when it returns.
//
//	_, err = l.f.Write(line)
//	return err // acknowledged, and lost with the power
//
// Safe is a file for which anything calls Sync.
func (l *logs) unsynced(p *check.Pass) {
	for _, field := range l.order {
		write := l.writes[field]
		if !l.reads[field] || l.synced[field] || l.syncs == nil || !resource.Fails(write.Parent()) {
			continue
		}
		p.Report(check.Finding{
			At: check.Span(write.Pos(), write.Pos()+1),
			Message: fmt.Sprintf("a power failure loses what %s has acknowledged: nothing calls Sync for %s after the write, as for another file at %s",
				write.Parent().Name(), field.Name(), p.Where(l.syncs.Pos(), write.Pos())),
			Trace: []check.Hop{{Pos: l.syncs.Pos(), Message: "syncs another file"}},
		})
	}
}
