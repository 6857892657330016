package outsidetransaction

import (
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/analyzers/jobsafety/internal/txpool"
	"github.com/lifecyclelint/lifecyclelint/analyzers/jobsafety/internal/txregion"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// fix runs the statement in the transaction. There is none for one in a method, which has to be passed that.
func fix(p *check.Pass, r *txregion.Region, s *txpool.Statement) *edit.Fix {
	if s.At != s.Call || r.Tx.Name() == "_" {
		return nil
	}
	if _, at := p.Pkg.Scope().Innermost(s.On.Pos()).LookupParent(r.Tx.Name(), s.On.Pos()); at != types.Object(r.Tx) {
		return nil // shadowed
	}
	e := p.Edit(s.On.Pos())
	e.Replace(s.On.Pos(), s.On.End(), r.Tx.Name())
	return e.Fix("Run the statement in the transaction "+r.Tx.Name(), "a rollback undoes it")
}
