package check

import (
	"go/token"

	"golang.org/x/tools/go/analysis"

	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// A Finding is one report of a check.
type Finding struct {
	// At is the tight range to mark: the call, the type, the keyword; never a body.
	At analysis.Range
	// Message says what is wrong with which of the user's names, and the
	// consequence. The engine appends the check's ID.
	Message string
	// Trace leads from cause to consequence in at most five hops.
	Trace []Hop
	// Run is all of an exploration's run of which Trace is the end.
	Run []Step
	// Doubts are what speaks against the finding; each lowers its confidence.
	Doubts []Doubt
	// Fix may be nil only when the finding cannot be fixed by an edit of At's file.
	Fix *edit.Fix
}

// Span returns the range of a comment or another thing that is no node.
func Span(start, end token.Pos) analysis.Range { return span{start, end} }

type span struct{ start, end token.Pos }

func (s span) Pos() token.Pos { return s.start }

func (s span) End() token.Pos { return s.end }

// A Hop is one step of a trace: a verb phrase about a position.
type Hop struct {
	Pos     token.Pos
	Message string
}

// A Step is one step of a run: what a goroutine does, or where it is finally blocked.
type Step struct {
	Hop
	Goroutine int    // by number
	Name      string // of the goroutine
	To        int    // the goroutine that it starts, or passes something to, -1 for none
	Blocked   bool
}
