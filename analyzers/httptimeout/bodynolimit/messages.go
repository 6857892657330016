package bodynolimit

import (
	"fmt"
	"go/ast"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/calls"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
)

// messages reports connections of clients whose messages are read as a whole, where the package sets no
// limit for one:
//
//	ws, err := upgrader.Upgrade(w, r, nil)
//	…
//	_, data, err := ws.ReadMessage()
func messages(p *check.Pass) {
	var reads []*calls.Call
	var upgrades []inspector.Cursor
	for cur, to := range calls.All(p.Pass) {
		switch {
		case catalog.MessageLimits[to.Name]:
			return
		case catalog.Upgrades[to.Name]:
			upgrades = append(upgrades, cur)
		case catalog.MessageReads[to.Name] && !p.Quiet(to.Expr.Pos()):
			reads = append(reads, to)
		}
	}
	if len(upgrades) == 0 || len(reads) == 0 {
		return
	}
	f := check.Finding{
		At:      reads[0].Expr,
		Message: fmt.Sprintf("one message can exhaust the memory: %s reads it as a whole, and nothing calls SetReadLimit on the connections of clients", p.Name(reads[0].Expr.Fun)),
		Fix:     limitMessages(p, upgrades),
	}
	for _, other := range reads[1:min(len(reads), 4)] {
		f.Trace = append(f.Trace, check.Hop{Pos: other.Expr.Pos(), Message: "also read here without a limit"})
	}
	p.Report(f)
}

// limitMessages sets a limit on each connection, after the test that there is one.
func limitMessages(p *check.Pass, upgrades []inspector.Cursor) *edit.Fix {
	e := p.Edit(upgrades[0].Node().Pos())
	for _, made := range upgrades {
		targets, _ := localvar.Targets(made)
		next, ok := made.Parent().NextSibling()
		if len(targets) == 0 || !ok || p.Fset.File(made.Node().Pos()) != p.Fset.File(upgrades[0].Node().Pos()) {
			return nil
		}
		test, ok := next.Node().(*ast.IfStmt)
		if !ok {
			return nil
		}
		e.After(test, p.Source(targets[0])+".SetReadLimit(1 << 20)")
	}
	return e.Fix("Limit messages to 1 MiB", "longer messages end the connection")
}
