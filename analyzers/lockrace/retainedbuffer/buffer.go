package retainedbuffer

import (
	"go/token"
	"go/types"
	"iter"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/internal/source"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// A buffer is a value whose memory the library reuses: a result of a call, or a parameter.
type buffer struct {
	value ssa.Value
	call  *ssa.Call // nil for a parameter
	row   catalog.Reused
	param bool // of a method that must not retention it
}

// buffers yields the values of a function whose memory a library reuses.
func buffers(p *check.Pass, fn *ssa.Function) iter.Seq[*buffer] {
	return func(yield func(*buffer) bool) {
		if b := notRetained(fn); b != nil && !yield(b) {
			return
		}
		for instr := range ssaflow.Instrs(fn) {
			call, ok := instr.(*ssa.Call)
			if !ok {
				continue
			}
			name := ssaflow.Callee(&call.Call)
			if row, ok := catalog.ReusedResults[name]; ok && (!row.Reuses || sets(p, row.Setting).IsValid()) {
				for _, v := range results(call, row.Results) {
					if !yield(&buffer{value: v, call: call, row: row}) {
						return
					}
				}
			}
			if row, ok := catalog.ReusedParams[name]; ok {
				for _, v := range params(call, row.Results) {
					if !yield(&buffer{value: v, row: row}) {
						return
					}
				}
			}
		}
	}
}

// notRetained returns the parameter of a method that an interface forbids to retention it.
func notRetained(fn *ssa.Function) *buffer {
	method, ok := catalog.NotRetained[fn.Name()]
	if !ok || fn.Signature.Recv() == nil || len(fn.Params) != 2 {
		return nil
	}
	sig := types.NewSignatureType(nil, nil, nil, unnamed(fn.Signature.Params()), unnamed(fn.Signature.Results()), false)
	if types.TypeString(sig, nil) != method.Signature {
		return nil
	}
	return &buffer{value: fn.Params[1], row: catalog.Reused{Until: method.Until}, param: true}
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
	for _, ref := range ssabuild.Referrers(call) {
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

func (b *buffer) pos() token.Pos {
	if b.call != nil {
		return b.call.Pos()
	}
	return b.value.Pos()
}

// text returns how the source calls the value.
func (b *buffer) text(p *check.Pass) string {
	if b.call == nil {
		return b.value.Name()
	}
	if expr := source.CallExpr(p, b.call); expr != nil {
		return p.Source(expr)
	}
	return b.call.Call.Value.Name()
}
