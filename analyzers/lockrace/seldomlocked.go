package lockrace

import (
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/lockstate"
)

var seldomLocked = &check.Check{
	Slug:       "seldom-locked",
	Title:      "field is accessed without a lock that few of its accesses hold",
	Severity:   check.High,
	Confidence: check.OptIn, // every second one comes before there is anybody else, or after
	Since:      "0.1.0",
	Run:        runSeldomLocked,
}

// enough is how many accesses hold a lock that everybody is expected to hold, where the
// function in question does not show that it knows. Of what was found on services with
// fewer, every second access came before there was anybody else, or after; with as many or
// more, one in thirty.
const enough = 5

// runSeldomLocked reports what unlocked-access leaves to it, because few accesses of the
// field hold the lock, the function itself never does, and no comment asks for it:
//
//	func (l *list) add(n int) { l.mu.Lock(); l.items[n] = true; l.mu.Unlock() }
//	func (l *list) Sorted() []int { return slices.Sorted(maps.Keys(l.items)) }
func runSeldomLocked(p *check.Pass) { unlockedFields(p, isSeldomLocked) }

func isSeldomLocked(u lockstate.Unlocked) bool {
	return u.Guard.Locked < enough && !u.Guard.Noted && !u.LockedBeside()
}
