package resource

import (
	"fmt"
	"go/constant"
	"go/token"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// takes reports whether a condition may have an outcome on a path, and notes that it has.
func (w *walk) takes(cond ssa.Value, outcome bool, st state) bool {
	cond = w.resolve(cond, st)
	for { // the negations
		not, ok := cond.(*ssa.UnOp)
		if !ok || not.Op != token.NOT {
			break
		}
		cond, outcome = w.resolve(not.X, st), !outcome
	}
	if !outcome && noOtherSignal(cond) {
		return false
	}
	if call, ok := cond.(*ssa.Call); ok && !outcome && w.drained(call) {
		return false // and closed
	}
	if !outcome && w.closedEach(cond) {
		return false
	}
	if w.failureCloses(cond, outcome, st) {
		return false
	}
	if is, known := w.outcome(cond, st); known {
		return is == outcome
	}
	key, negated := text(cond)
	if err := w.tested(cond, st); err != nil {
		key = "<" + err.Name() + ">==nil"
	} else if key == "" || w.asked[key] < 2 {
		return true
	}
	if is, known := st.holds[key]; known {
		return is == (outcome != negated)
	}
	st.holds[key] = outcome != negated
	return true
}

// tested returns the error that a condition compares with nil, as it is known on a path.
func (w *walk) tested(cond ssa.Value, st state) ssa.Value {
	bin, ok := cond.(*ssa.BinOp)
	if !ok || bin.Op != token.EQL && bin.Op != token.NEQ || !isNil(bin.Y) || !callmatch.IsError(bin.X.Type()) {
		return nil
	}
	return w.resolve(bin.X, st)
}

// outcome returns what a condition is on a path on which opening has not failed.
func (w *walk) outcome(cond ssa.Value, st state) (is, known bool) {
	switch cond := cond.(type) {
	case *ssa.Extract: // f, ok, err := open(path)
		if at, ok := w.o.At.(ssa.Value); ok && cond.Tuple == at {
			return true, true
		}
		if assert, ok := cond.Tuple.(*ssa.TypeAssert); ok && cond.Index == 1 && w.opened(w.resolve(assert.X, st)) { // _, ok := err.(*net.OpError)
			return false, true
		}
	case *ssa.Const:
		if cond.Value != nil && cond.Value.Kind() == constant.Bool {
			return constant.BoolVal(cond.Value), true
		}
	case *ssa.Call: // os.IsNotExist(err)
		if ssa.Instruction(cond) == w.o.At { // TryAcquire()
			return true, true
		}
		if slices.ContainsFunc(cond.Call.Args, func(arg ssa.Value) bool { return w.opened(w.resolve(arg, st)) }) {
			return false, !slices.ContainsFunc(cond.Call.Args, w.holds) // retry(resp, err)
		}
	case *ssa.BinOp:
		if cond.Op != token.EQL && cond.Op != token.NEQ {
			return false, false
		}
		x, y := w.resolve(cond.X, st), w.resolve(cond.Y, st)
		if isNil(x) {
			x, y = y, x
		}
		switch {
		case isNil(y):
			isNil, known := w.nilness(x)
			return isNil == (cond.Op == token.EQL), known
		case w.opened(x) || w.opened(y), x == w.o.Value || y == w.o.Value: // err == io.EOF, f == os.Stdin
			return cond.Op == token.NEQ, true
		}
	}
	return false, false
}

// opened reports whether v is the error of opening.
func (w *walk) opened(v ssa.Value) bool {
	return w.o.Err != nil && v == w.o.Err || w.ownError(v)
}

// holds reports whether v is what is opened, or holds it.
func (w *walk) holds(v ssa.Value) bool {
	_, held := w.t.held[v]
	return held
}

// ownError reports whether v is the error in a field of what is opened. That of what a method returns
// in its place is the error of that method.
//
//	tx := db.Begin()
//	if tx.Error != nil {
//		…
//	}
//	if err := tx.Create(&user).Error; err != nil {
func (w *walk) ownError(v ssa.Value) bool {
	load, ok := v.(*ssa.UnOp)
	if !ok || !callmatch.IsError(v.Type()) {
		return false
	}
	field, ok := load.X.(*ssa.FieldAddr)
	if !ok {
		return false
	}
	holder, held := w.t.held[field.X] // a load, where a literal captures the variable
	return held && !holder && w.made(field.X) || field.X == w.o.Value
}

// made reports whether v is no result of a call that used what is opened, whose error is its own:
//
//	err := tx.Create(row).Error
//
// The only call on what is opened is a part of the opening: db.Begin().Debug().
func (w *walk) made(v ssa.Value) bool {
	call, ok := v.(*ssa.Call)
	if !ok {
		return true
	}
	uses := 0
	for _, ref := range ssabuild.Referrers(w.o.Value) {
		if _, debug := ref.(*ssa.DebugRef); !debug {
			uses++
		}
	}
	return uses == 1 && receives(&call.Call, w.o.Value)
}

// nilness reports whether v is nil, if that is known.
func (w *walk) nilness(v ssa.Value) (is, known bool) {
	if w.opened(v) {
		return true, true
	}
	if holder, held := w.t.held[v]; held && !holder {
		if _, phi := v.(*ssa.Phi); !phi {
			return false, true
		}
	}
	switch v := v.(type) {
	case *ssa.Const:
		return v.IsNil(), true
	case *ssa.MakeInterface, *ssa.Alloc, *ssa.MakeClosure, *ssa.Function, *ssa.MakeMap:
		return false, true
	case *ssa.Extract: // ctx, cancel = context.WithTimeout(parent, limit)
		if call, ok := v.Tuple.(*ssa.Call); ok && catalog.ContextEnds[ssaflow.Callee(&call.Call)] != "" {
			return false, true
		}
	case *ssa.Call:
		switch ssaflow.Callee(&v.Call) {
		case "errors.New", "fmt.Errorf":
			return false, true
		}
	}
	return false, false
}

func isNil(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.IsNil()
}

// text returns a text that conditions share which have the same outcome as long as what they
// read is the same, and whether cond is the negation; "" for what may change.
func text(cond ssa.Value) (key string, negated bool) {
	for {
		not, ok := cond.(*ssa.UnOp)
		if !ok || not.Op != token.NOT {
			break
		}
		cond, negated = not.X, !negated
	}
	if bin, ok := cond.(*ssa.BinOp); ok {
		x, y := operand(bin.X, 4), operand(bin.Y, 4)
		op := bin.Op
		if op == token.NEQ {
			op, negated = token.EQL, !negated
		}
		if x == "" || y == "" {
			return "", negated
		}
		return x + op.String() + y, negated
	}
	return operand(cond, 4), negated
}

func operand(v ssa.Value, depth int) string {
	if depth == 0 {
		return ""
	}
	switch v := v.(type) {
	case *ssa.Const:
		return v.String()
	case *ssa.UnOp:
		if v.Op == token.MUL {
			if x := operand(v.X, depth-1); x != "" {
				return "*" + x
			}
		}
		return ""
	case *ssa.FieldAddr:
		if x := operand(v.X, depth-1); x != "" {
			return fmt.Sprint(x, ".", v.Field)
		}
		return ""
	case *ssa.Call:
		if b, ok := v.Call.Value.(*ssa.Builtin); ok && b.Name() == "len" {
			if x := operand(v.Call.Args[0], depth-1); x != "" {
				return "len(" + x + ")"
			}
		}
		if name := ssaflow.Callee(&v.Call); catalog.PureReads[name] {
			return reading(name, v.Call.Args, depth-1)
		}
	}
	return "<" + v.Name() + ">"
}

// reading returns the text of a call that gives the same for the same arguments, "" if one of them may
// change.
func reading(name string, args []ssa.Value, depth int) string {
	for _, arg := range args {
		x := operand(arg, depth)
		if x == "" {
			return ""
		}
		name += "," + x
	}
	return name
}

// forget drops what is known of conditions that mention a value which is computed anew.
func forget(holds map[string]bool, v ssa.Value) {
	if len(holds) > 0 { // names are formatted
		forgetNamed(holds, "<"+v.Name()+">")
	}
}

// forgetStored drops what is known of conditions that mention what a store changes.
func forgetStored(holds map[string]bool, store *ssa.Store) {
	if len(holds) > 0 {
		forgetNamed(holds, operand(store.Addr, 4))
	}
}

func forgetNamed(holds map[string]bool, name string) {
	maps.DeleteFunc(holds, func(key string, _ bool) bool { return name != "" && strings.Contains(key, name) })
}
