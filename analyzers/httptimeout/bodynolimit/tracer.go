package bodynolimit

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// A tracer follows a reader to the body that it reads.
type tracer struct {
	flow     *ssaflow.Flow
	inflated bool      // a decompressor is between the two
	conns    bool      // it is followed to an accepted connection, through fields as well
	message  ssa.Value // the request or response whose body it is
	visits   int
}

// maxSteps bounds how far a reader is followed, and maxVisits on how many paths.
const (
	maxSteps  = 24
	maxVisits = 2000
)

// body returns the type whose body a reader reads without a limit, "" if it is none. What limits compressed
// bytes is no limit of the decompressed ones.
func (t *tracer) body(v ssa.Value, steps int) string {
	if t.visits++; v == nil || steps == 0 || t.visits > maxVisits {
		return ""
	}
	if from := t.reset(v); from != nil {
		t.inflated = true
		return t.body(from, steps-1)
	}
	switch v := v.(type) {
	case *ssa.MakeInterface:
		return t.body(v.X, steps-1)
	case *ssa.ChangeInterface:
		return t.body(v.X, steps-1)
	case *ssa.TypeAssert:
		return t.body(v.X, steps-1)
	case *ssa.Extract:
		if v.Index == 0 {
			return t.body(v.Tuple, steps-1)
		}
	case *ssa.FreeVar:
		return t.body(ssaflow.Binding(v), steps-1)
	case *ssa.Phi:
		return t.any(v.Edges, steps)
	case *ssa.Parameter:
		return t.parameter(v, steps)
	case *ssa.Call:
		return t.call(v, steps)
	case *ssa.UnOp:
		return t.load(v, steps)
	}
	return ""
}

// any returns the body that one of several readers reads, a decompressed one first.
func (t *tracer) any(list []ssa.Value, steps int) (body string) {
	before := t.inflated
	for _, v := range list {
		t.inflated = before
		if found := t.body(v, steps-1); found != "" {
			body = found
			if t.inflated {
				return body
			}
		}
	}
	return body
}

func (t *tracer) load(v *ssa.UnOp, steps int) string {
	if v.Op != token.MUL {
		return ""
	}
	switch addr := v.X.(type) {
	case *ssa.FieldAddr:
		if name := callmatch.TypeName(callmatch.Deref(addr.X.Type())); ssaflow.Field(addr).Name() == "Body" && (name == "net/http.Request" || name == "net/http.Response") {
			t.message = addr.X
			return name
		}
		if t.conns {
			return t.any(t.storedIn(ssaflow.Field(addr)), steps)
		}
	case *ssa.Alloc:
		var stored []ssa.Value
		for _, ref := range ssabuild.Referrers(addr) {
			if store, ok := ref.(*ssa.Store); ok && store.Addr == ssa.Value(addr) {
				stored = append(stored, store.Val)
			}
		}
		return t.any(stored, steps)
	}
	return ""
}

// storedIn returns what the package stores in a field.
func (t *tracer) storedIn(field *types.Var) (list []ssa.Value) {
	for _, fn := range t.flow.SSA.Funcs {
		for instr := range ssaflow.Instrs(fn) {
			store, ok := instr.(*ssa.Store)
			if !ok {
				continue
			}
			if addr, ok := store.Addr.(*ssa.FieldAddr); ok && ssaflow.Field(addr) == field {
				list = append(list, store.Val)
			}
		}
	}
	return list
}

// call follows a reader that a call makes of another one.
func (t *tracer) call(v *ssa.Call, steps int) string {
	name, args := ssaflow.Callee(&v.Call), v.Call.Args
	switch {
	case t.conns && catalog.ServerConns[name]:
		return acceptedConn
	case catalog.Decompressors[name]:
		t.inflated = true
	case catalog.BodyLimits[name]:
		if !t.inflated {
			return ""
		}
		if name == "net/http.MaxBytesReader" {
			return t.body(args[1], steps-1)
		}
	case !catalog.ReaderWraps[name] && name != "io.NopCloser":
		return t.result(v, steps)
	}
	return t.body(args[0], steps-1)
}

// result follows a reader that a function of the package returns.
func (t *tracer) result(v *ssa.Call, steps int) string {
	fn := v.Call.StaticCallee()
	if fn == nil || fn.Pkg != t.flow.SSA.Package {
		return ""
	}
	var list []ssa.Value
	for _, results := range ssaflow.Returns(fn) {
		if len(results) > 0 {
			list = append(list, results[0])
		}
	}
	return t.any(list, steps)
}

// parameter follows what the callers in the package pass.
func (t *tracer) parameter(v *ssa.Parameter, steps int) string {
	i := slices.Index(v.Parent().Params, v)
	callers, _ := t.flow.Callers(v.Parent())
	var list []ssa.Value
	for _, call := range callers {
		if args := call.Common().Args; i < len(args) && len(args) == len(v.Parent().Params) {
			list = append(list, args[i])
		}
	}
	return t.any(list, steps)
}

// reset returns what a decompressor, which a pool keeps, reads next; nil if v is none.
//
//	zr := pool.Get().(*gzip.Reader)
//	err := zr.Reset(r.Body)
func (t *tracer) reset(v ssa.Value) ssa.Value {
	if v.Referrers() == nil || !catalog.Decompressors[makerOf(v)] {
		return nil
	}
	for _, ref := range ssabuild.Referrers(v) {
		call, ok := ref.(*ssa.Call)
		if ok && catalog.Decompressors[resetName(ssaflow.Callee(&call.Call))] && call.Call.Args[0] == v {
			return call.Call.Args[1]
		}
	}
	return nil
}

// makerOf returns the name of the function that makes decompressors of the type of v.
func makerOf(v ssa.Value) string {
	pkg, typ, ok := cutLast(callmatch.TypeName(callmatch.Deref(v.Type())))
	if !ok {
		return ""
	}
	return pkg + ".New" + typ
}

// resetName returns the name of the function that makes what a method resets: (*compress/gzip.Reader).Reset
// is one of what compress/gzip.NewReader makes.
func resetName(method string) string {
	typ, ok := strings.CutSuffix(method, ").Reset")
	if !ok {
		return ""
	}
	pkg, name, _ := cutLast(strings.TrimPrefix(typ, "(*"))
	return pkg + ".New" + name
}

func cutLast(name string) (pkg, typ string, ok bool) {
	i := strings.LastIndex(name, ".")
	if i < 0 {
		return "", "", false
	}
	return name[:i], name[i+1:], true
}
