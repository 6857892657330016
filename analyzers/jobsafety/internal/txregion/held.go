package txregion

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/calls"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/transactions"
)

// A Held is a transaction in one function that has it, which begins it or is passed it.
type Held struct {
	Begin  *ast.CallExpr   // what begins it, or a call that passes it to the function; nil where that is not known
	Tx     *types.Var      // holds it, nil where that is not known
	Passed bool            // to the function, by its callers
	Proven bool            // it is a transaction, and not what one is begun on
	Calls  []*ast.CallExpr // that the function waits for while the transaction is open, in the order of the source

	Fn ast.Node // the function, or a literal
}

// A finder looks for the transactions of a package.
type finder struct {
	p    *check.Pass
	txs  *transactions.Result
	list []*Held
}

// Open returns the transactions of a package, with what runs while each of them is open. Between two functions
// it is followed by the argument that passes it; one that a deferred call ends is open until the function
// returns.
func Open(p *check.Pass) []*Held {
	f := &finder{p: p, txs: transactions.Of(p.Pass)}
	for cur, to := range calls.All(p.Pass) {
		if !p.Quiet(to.Expr.Pos()) {
			f.begun(cur, to)
		}
	}
	for _, r := range slices.Concat(Find(p), ByType(p)) {
		if r.Lit != nil {
			f.add(&Held{Begin: r.Begin, Tx: r.Tx, Proven: true, Fn: r.Lit})
		}
	}
	f.parameters()
	return f.list
}

// begun adds the transaction that a call begins.
func (f *finder) begun(cur inspector.Cursor, to *calls.Call) {
	tx, _ := transactions.BegunItself(f.p.TypesInfo, to.Expr).(*types.Var)
	if tx == nil && f.txs.Begins(to.Func) {
		tx = holder(f.p, cur)
	}
	fn, ok := astindex.FuncAround(cur)
	if ok && tx != nil && !tx.IsField() && transactions.TypeOf(tx.Type()) != transactions.No {
		f.add(&Held{Begin: to.Expr, Tx: tx, Proven: true, Fn: fn.Node()})
	}
}

// parameters adds those that functions are passed. A parameter whose type does not say that it is a transaction
// is one where a caller passes one.
func (f *finder) parameters() {
	var open []*Held
	for fn, decl := range astindex.Funcs(f.p.Pass) {
		if f.p.Quiet(decl.Pos()) {
			continue
		}
		for v := range fn.Signature().Params().Variables() {
			kind := transactions.TypeOf(v.Type())
			if kind == transactions.No || slices.ContainsFunc(f.list, func(h *Held) bool { return h.Tx == v }) {
				continue
			}
			h := &Held{Tx: v, Passed: true, Proven: kind == transactions.Tx, Fn: decl}
			f.add(h)
			if !h.Proven {
				open = append(open, h)
			}
		}
	}
	for changed := true; changed; {
		changed = false
		for _, h := range open {
			if !h.Proven {
				h.Begin = f.passedTo(h.Tx)
				h.Proven = h.Begin != nil
				changed = changed || h.Proven
			}
		}
	}
}

// passedTo returns a call of the package that passes an open transaction for a parameter.
func (f *finder) passedTo(param *types.Var) *ast.CallExpr {
	for _, h := range f.list {
		for _, call := range h.Calls {
			fn := callmatch.Callee(f.p.TypesInfo, call)
			if !h.Proven || fn == nil || fn.Pkg() != f.p.Pkg {
				continue
			}
			params := fn.Origin().Signature().Params()
			if i := h.Argument(f.p.TypesInfo, call); i >= 0 && i < params.Len() && params.At(i) == param {
				return call
			}
		}
	}
	return nil
}

// Argument returns which argument of a call is the transaction, -1 if none is.
func (h *Held) Argument(info *types.Info, call *ast.CallExpr) int {
	return slices.IndexFunc(call.Args, func(arg ast.Expr) bool {
		return h.Tx != nil && callmatch.Object(info, arg) == types.Object(h.Tx)
	})
}
