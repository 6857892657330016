package usedbeforeerror

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/panicguard/internal/failure"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// neverFails reports whether a call is one of a function that fails for its text alone, which is constant, so that the
// first run would have shown it, or is that of a URL that was parsed or escaped before; or one that writes to memory.
func neverFails(call *ssa.Call) bool {
	callee := ssaflow.Callee(&call.Call)
	if catalog.WritesToMaker[callee] {
		return madeForMemory(call.Call.Args[0])
	}
	return catalog.FailsByText[callee] && !slices.ContainsFunc(call.Call.Args, func(arg ssa.Value) bool {
		return isText(arg) && !wellFormed(arg, strings.HasPrefix(callee, "net/url."))
	})
}

func isText(v ssa.Value) bool { return types.Identical(v.Type().Underlying(), types.Typ[types.String]) }

// wellFormed reports whether a text is constant or, for a function that parses URLs, made of URLs and escaped parts.
func wellFormed(text ssa.Value, url bool) bool {
	switch text := text.(type) {
	case *ssa.Const:
		return true
	case *ssa.Call:
		return url && catalog.URLTexts[ssaflow.Callee(&text.Call)]
	case *ssa.BinOp:
		return text.Op == token.ADD && wellFormed(text.X, url) && wellFormed(text.Y, url)
	}
	return false
}

// madeForMemory reports whether a value was made by a call that was passed a writer in memory.
//
//	w := multipart.NewWriter(&buf)
func madeForMemory(v ssa.Value) bool {
	made, ok := v.(*ssa.Call)
	if !ok || len(made.Call.Args) == 0 {
		return false
	}
	writer, ok := made.Call.Args[0].(*ssa.MakeInterface)
	return ok && catalog.MemoryWriters[callmatch.TypeName(callmatch.Deref(writer.X.Type()))]
}

// failsSeldom returns the doubts about a call that hardly ever fails, or that fails each time: it asks about an open
// file, or parses what the configuration of the program says.
func failsSeldom(call *ssa.Call, made *ast.CallExpr) []check.Doubt {
	callee := ssaflow.Callee(&call.Call)
	switch {
	case catalog.AsksOpenFile[callee]:
		return []check.Doubt{check.Doubting(verdict.HardlyFails, made.Pos())}
	case catalog.FailsByText[callee] && configured(call):
		return []check.Doubt{check.Doubting(verdict.Deployed, made.Pos())}
	}
	return nil
}

// configured reports whether each text that a call is passed is a constant, or a setting of the program.
func configured(call *ssa.Call) bool {
	return !slices.ContainsFunc(call.Call.Args, func(arg ssa.Value) bool {
		return isText(arg) && !wellFormed(arg, false) && !failure.Setting(arg)
	})
}
