package timerperpass

import (
	"go/ast"
	"go/constant"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// fix makes one ticker before the loop. A ticker panics where the interval is not positive, which the
// other timers do not.
func (l *loop) fix(t *timer) *edit.Fix {
	loop, ok := astindex.Statement(l.cur)
	interval := l.p.TypesInfo.Types[t.made.Args[0]].Value
	known := interval != nil && constant.Sign(interval) > 0
	if !ok || l.nested || !known && callmatch.CalleeName(l.p.TypesInfo, t.made) != "time.NewTicker" {
		return nil
	}
	e := l.p.Edit(t.made.Pos())
	name := "ticker"
	if decl := l.declared(t); decl != nil {
		name = decl.Lhs[0].(*ast.Ident).Name
		if !l.onlyReceives(decl) {
			return nil
		}
		e.DeleteLines(decl)
	} else {
		name = l.names.Fresh(l.p.Pass, loop, name)
	}
	e.Before(loop.Node(), name+" := "+e.Import(t.made.Pos(), "time", "time")+".NewTicker("+l.p.Source(t.made.Args[0])+")", "defer "+name+".Stop()")
	e.Replace(t.channel.Pos(), t.channel.End(), name+".C")
	return e.Fix("Make one ticker before the loop", "")
}

// declared returns the statement that declares the timer's variable, nil where it has none.
func (l *loop) declared(t *timer) *ast.AssignStmt {
	for _, stmt := range l.body().List {
		assign, ok := stmt.(*ast.AssignStmt)
		if ok && len(assign.Lhs) == 1 && len(assign.Rhs) == 1 && ast.Unparen(assign.Rhs[0]) == t.made {
			return assign
		}
	}
	return nil
}

// onlyReceives reports whether the case is the only use of the timer's variable.
func (l *loop) onlyReceives(decl *ast.AssignStmt) bool {
	v, ok := l.p.TypesInfo.Defs[decl.Lhs[0].(*ast.Ident)].(*types.Var)
	return ok && len(astindex.Of(l.p.Pass).Uses[v]) == 1
}
