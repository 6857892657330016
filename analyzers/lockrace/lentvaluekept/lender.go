package lentvaluekept

import (
	"go/token"
	"go/types"
	"iter"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/internal/source"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// A lender is a value whose memory the library reuses: a result of a call, or a parameter.
type lender struct {
	value ssa.Value
	call  *ssa.Call // nil for a parameter
	row   catalog.Lent
	param bool // of a method that must not keep it
}

// lenders yields the values of a function whose memory a library reuses.
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
