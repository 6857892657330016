package lockrace

import (
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/lockstate"
)

var inconsistentLocking = &check.Check{
	Slug:       "inconsistent-locking",
	Title:      "field is accessed without a lock that other accesses hold",
	Severity:   check.High,
	Confidence: check.Doubtful, // a third to a half come before there is anybody else, or after
	Since:      "0.1.0",
	Run:        runInconsistentLocking,
}

// enough is how many accesses hold a lock that everybody is expected to hold, where the
// function in question does not show that it knows.
const enough = 5

// runInconsistentLocking reports what unlocked-access leaves to it, because little speaks
// for a race: no comment asks for the lock, the function itself never takes it for the
// field, and the field is no map, or few accesses of it hold the lock; or the field is set
// by what configures the object.
//
//	func (l *list) add(n int) { l.mu.Lock(); l.items = append(l.items, n); l.mu.Unlock() }
//	func (l *list) Len() int  { return len(l.items) }
func runInconsistentLocking(p *check.Pass) { unlockedFields(p, isInconsistent) }

func isInconsistent(u lockstate.Unlocked) bool {
	switch {
	case u.Guard.Noted:
		return false
	case u.Guard.Configured():
		return true
	case u.LockedBeside():
		return false
	}
	_, isMap := u.Guard.Field.Type().Underlying().(*types.Map)
	return u.Guard.Locked < enough || !isMap
}
