package checkthenact

import (
	"fmt"

	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/internal/source"
	"github.com/lifecyclelint/lifecyclelint/internal/atomicity"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"golang.org/x/tools/go/ssa"
)

// reportStaleDelete reports the delete of elements that a loop has found to be stale under the lock, where another
// goroutine may have stored a fresh one after its release. There is no fix: the delete has to test again.
func reportStaleDelete(p *check.Pass, d atomicity.StaleDelete) {
	call, ok := d.At.(ssa.CallInstruction)
	if !ok || p.Quiet(d.At.Pos()) {
		return
	}
	at, read := source.CallAt(p, call.Pos()), source.NameAt(p, d.Read.Pos)
	if at == nil || read == nil {
		return
	}
	by := "here"
	if d.At != d.Instr {
		by = "by " + p.Name(at.Fun)
	}
	p.Report(check.Finding{
		At: at,
		Message: fmt.Sprintf("element of another goroutine may be lost: what line %d finds stale in %s is deleted %s, and a fresh one may be stored after the release of the lock",
			p.Line(d.Read.Pos), p.Source(read), by),
		Trace:  []check.Hop{{Pos: d.Read.Pos, Message: "tested here"}, {Pos: d.Hold.Pos, Message: "locked again here"}, {Pos: d.Pos, Message: "deleted here"}},
		Doubts: d.Doubts,
	})
}
