package lentvaluekept

import (
	"go/ast"
	"go/token"
	"go/types"
	"iter"
	"slices"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/internal/source"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// A lender is a value that is lent: a result of a call, or a parameter.
type lender struct {
	value ssa.Value
	call  *ssa.Call // nil for a parameter
	row   catalog.Lent
	param bool // of a method that must not keep it
}

// lenders yields the values that are lent to a function.
func lenders(p *check.Pass, fn *ssa.Function) iter.Seq[*lender] {
	return func(yield func(*lender) bool) {
		if l := lentParam(fn); l != nil && !yield(l) {
			return
		}
		for instr := range ssaflow.Instrs(fn) {
			call, ok := instr.(*ssa.Call)
			if !ok {
				continue
			}
			name := ssaflow.Callee(&call.Call)
			if row, ok := catalog.Lends[name]; ok && (!row.Lends || sets(p, row.Setting).IsValid()) {
				for _, v := range results(call, row.Results) {
					if !yield(&lender{value: v, call: call, row: row}) {
						return
					}
				}
			}
			if row, ok := catalog.LendsTo[name]; ok {
				for _, v := range params(call, row.Results) {
					if !yield(&lender{value: v, row: row}) {
						return
					}
				}
			}
		}
	}
}

// lentParam returns the parameter of a method that an interface forbids to keep it.
func lentParam(fn *ssa.Function) *lender {
	method, ok := catalog.LentParams[fn.Name()]
	if !ok || fn.Signature.Recv() == nil || len(fn.Params) != 2 {
		return nil
	}
	sig := types.NewSignatureType(nil, nil, nil, unnamed(fn.Signature.Params()), unnamed(fn.Signature.Results()), false)
	if types.TypeString(sig, nil) != method.Signature {
		return nil
	}
	return &lender{value: fn.Params[1], row: catalog.Lent{Until: method.Until}, param: true}
}

func unnamed(tuple *types.Tuple) *types.Tuple {
	var vars []*types.Var
	for v := range tuple.Variables() {
		vars = append(vars, types.NewParam(token.NoPos, nil, "", v.Type()))
	}
	return types.NewTuple(vars...)
}

// results returns the results of a call that have the given indexes.
func results(call *ssa.Call, indexes []int) (list []ssa.Value) {
	if _, tuple := call.Type().(*types.Tuple); !tuple {
		return []ssa.Value{call}
	}
	for _, ref := range *call.Referrers() {
		if ex, ok := ref.(*ssa.Extract); ok && slices.Contains(indexes, ex.Index) {
			list = append(list, ex)
		}
	}
	return list
}

// params returns the parameters of the literal that is a call's last argument.
func params(call *ssa.Call, indexes []int) (list []ssa.Value) {
	args := call.Call.Args
	if len(args) == 0 {
		return nil
	}
	mk, ok := args[len(args)-1].(*ssa.MakeClosure)
	if !ok {
		return nil
	}
	for _, i := range indexes {
		if fn := mk.Fn.(*ssa.Function); i < len(fn.Params) {
			list = append(list, fn.Params[i])
		}
	}
	return list
}

// immutable returns where the package has the library make copies.
func (l *lender) immutable(p *check.Pass) token.Pos {
	if l.row.Setting == "" || l.row.Lends {
		return token.NoPos
	}
	return sets(p, l.row.Setting)
}

// sets returns where the package sets a field to true, in a literal or an assignment.
func sets(p *check.Pass, field string) token.Pos {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for cur := range in.Root().Preorder((*ast.KeyValueExpr)(nil), (*ast.AssignStmt)(nil)) {
		switch n := cur.Node().(type) {
		case *ast.KeyValueExpr:
			if key, ok := n.Key.(*ast.Ident); ok && key.Name == field && isTrue(p, n.Value) {
				return n.Pos()
			}
		case *ast.AssignStmt:
			sel, ok := n.Lhs[0].(*ast.SelectorExpr)
			if ok && sel.Sel.Name == field && isTrue(p, n.Rhs[0]) {
				return n.Pos()
			}
		}
	}
	return token.NoPos
}

func isTrue(p *check.Pass, expr ast.Expr) bool {
	v := p.TypesInfo.Types[expr].Value
	return v == nil || v.String() == "true"
}

func (l *lender) pos() token.Pos {
	if l.call != nil {
		return l.call.Pos()
	}
	return l.value.Pos()
}

// text returns how the source calls the value.
func (l *lender) text(p *check.Pass) string {
	if l.call == nil {
		return l.value.Name()
	}
	if expr := source.CallExpr(p, l.call); expr != nil {
		return p.Source(expr)
	}
	return l.call.Call.Value.Name()
}

// again reports whether a loop calls the lender again, of the same reader.
func (l *lender) again() bool {
	b := l.call.Block()
	var made *ssa.BasicBlock
	if recv, ok := l.call.Call.Args[0].(ssa.Instruction); ok {
		if made = recv.Block(); made == b && len(b.Preds) > 0 {
			if _, load := recv.(*ssa.UnOp); load {
				made = nil
			}
		}
	}
	seen := map[*ssa.BasicBlock]bool{made: made != nil}
	for next := slices.Clone(b.Succs); len(next) > 0; {
		last := next[len(next)-1]
		next = next[:len(next)-1]
		if last == b && made != b {
			return true
		}
		if !seen[last] {
			seen[last] = true
			next = append(next, last.Succs...)
		}
	}
	return false
}

// inside reports whether a function has the request or the transaction that a value belongs to.
func (l *lender) inside(fn *ssa.Function) bool {
	if l.row.Within == "" {
		return false
	}
	for _, param := range fn.Params {
		if callmatch.TypeName(param.Type()) == l.row.Within {
			return true
		}
	}
	for instr := range ssaflow.Instrs(fn) {
		if v, ok := instr.(ssa.Value); ok && callmatch.TypeName(v.Type()) == l.row.Within {
			return true
		}
	}
	return false
}
