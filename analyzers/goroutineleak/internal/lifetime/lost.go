package lifetime

import (
	"go/token"

	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// A CutOff is work of a goroutine that the end of the program may interrupt.
type CutOff struct {
	What string
	At   token.Pos
}

// A LostCall is one that stores or sends something.
type LostCall struct {
	CutOff
	TakesAway bool // does no more than that
	Sends     bool // stores nothing
}

// OfLost returns what speaks against a report of the goroutine that start begins, whose
// work is lost.
func (l *Lifetimes) OfLost(start ssaflow.Start, work *LostCall) []check.Doubt {
	at := start.Instr.Pos()
	list := l.OfProgram(at)
	if fn := start.Instr.Parent(); !l.Repeats(start.Instr, 4) && (l.StartsOnce(fn) || l.oncePerProgram(fn, 4)) {
		list = append(list, check.Doubting(verdict.Bootstrap, at))
	}
	if work.TakesAway {
		list = append(list, check.Doubting(verdict.Cleanup, work.At))
	}
	if work.Sends {
		list = append(list, check.Doubting(verdict.Message, work.At))
	}
	if !l.asked {
		list = append(list, check.Doubting(verdict.NoSignals, at))
	}
	if l.p.SaysBeside(at, catalog.NotAwaitedPhrases...) {
		list = append(list, check.Doubting(verdict.Deliberate, at))
	}
	return list
}
