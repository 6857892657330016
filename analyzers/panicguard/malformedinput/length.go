package malformedinput

import (
	"go/constant"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// constOf returns the value of a constant, -1 for other values and none.
func constOf(v ssa.Value) int64 {
	c, ok := v.(*ssa.Const)
	if !ok || c.Value == nil || c.Value.Kind() != constant.Int {
		return -1
	}
	return c.Int64()
}

func isString(t types.Type) bool {
	basic, ok := t.Underlying().(*types.Basic)
	return ok && basic.Info()&types.IsString != 0
}

// short reports whether a slice or string need not have so many elements: how many it has is not known,
// or depends on what is split.
func short(v ssa.Value, need int64) bool {
	if have := length(v); need <= 0 || have >= 0 {
		return need > 0 && have < need
	}
	switch v := v.(type) {
	case *ssa.Const:
		return false
	case *ssa.Call:
		if atLeast, splits := catalog.Splits[ssaflow.Callee(&v.Call)]; splits {
			return int64(atLeast) < need || splitsToNothing(v)
		}
		return !passedLength(v, need)
	case *ssa.Extract:
		call, ok := v.Tuple.(*ssa.Call)
		return !ok || !passedLength(call, need) && !setLength(call, need)
	}
	records := recordsOf(v)
	return records == nil || need > 1 && !setLength(records, need)
}

// splitsToNothing reports whether a call may return no parts, as its constants say: without a separator an
// empty text has none, and SplitN returns as many as it is told.
func splitsToNothing(call *ssa.Call) bool {
	return slices.ContainsFunc(call.Call.Args[1:], func(arg ssa.Value) bool {
		c, ok := arg.(*ssa.Const)
		return ok && c.Value != nil && (constOf(c) == 0 || c.Value.Kind() == constant.String && constant.StringVal(c.Value) == "")
	})
}

// recordsOf returns the ReadAll of a CSV reader that a record comes from: no record is without fields.
func recordsOf(v ssa.Value) *ssa.Call {
	load, ok := v.(*ssa.UnOp)
	if !ok {
		return nil
	}
	element, ok := load.X.(*ssa.IndexAddr)
	if !ok {
		return nil
	}
	extract, ok := element.X.(*ssa.Extract)
	if !ok {
		return nil
	}
	call, ok := extract.Tuple.(*ssa.Call)
	if !ok || ssaflow.Callee(&call.Call) != "(*encoding/csv.Reader).ReadAll" {
		return nil
	}
	return call
}

// setLength reports whether the reader of a call is told how many fields each record has: it returns an
// error for others.
//
//	r.FieldsPerRecord = 3
func setLength(call *ssa.Call, need int64) bool {
	if !strings.HasPrefix(ssaflow.Callee(&call.Call), "(*encoding/csv.Reader).Read") || call.Call.Args[0].Referrers() == nil {
		return false
	}
	for _, ref := range ssabuild.Referrers(call.Call.Args[0]) {
		field, ok := ref.(*ssa.FieldAddr)
		if !ok || ssaflow.Field(field).Name() != "FieldsPerRecord" {
			continue
		}
		for _, use := range ssabuild.Referrers(field) {
			if store, ok := use.(*ssa.Store); ok && constOf(store.Val) >= need {
				return true
			}
		}
	}
	return false
}

// length returns how many elements a value has, -1 if that is not known.
func length(v ssa.Value) int64 {
	switch v := v.(type) {
	case *ssa.MakeSlice:
		return constOf(v.Len)
	case *ssa.Slice:
		end := constOf(v.High)
		if v.High == nil {
			end = length(v.X)
		}
		low := constOf(v.Low)
		if end < 0 || v.Low != nil && low < 0 {
			return -1
		}
		return end - max(low, 0)
	}
	return arraySize(v)
}

// passedLength reports whether a call is passed how many elements it returns, as readBytes(4) is.
func passedLength(call *ssa.Call, need int64) bool {
	return slices.ContainsFunc(call.Call.Args, func(arg ssa.Value) bool { return constOf(arg) >= need })
}

// arraySize returns the size of the array that v points to, -1 if it points to none.
func arraySize(v ssa.Value) int64 {
	if array, ok := callmatch.Deref(v.Type()).Underlying().(*types.Array); ok {
		return array.Len()
	}
	return -1
}
