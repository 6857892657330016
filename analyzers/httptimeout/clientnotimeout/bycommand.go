package clientnotimeout

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/signals"
)

// byCommand reports whether the code at cur runs for an interactive command: in a function
// that is passed the command or its flags, and neither serves nor registers for signals, or
// in one that only such functions call.
func byCommand(p *check.Pass, cur inspector.Cursor) bool {
	return inCommand(p, cur, make(map[*types.Func]bool))
}

// inCommand is byCommand for functions that have not been visited yet. A literal that is
// passed no command runs for the same as the function around it.
func inCommand(p *check.Pass, cur inspector.Cursor, seen map[*types.Func]bool) bool {
	for c := range cur.Enclosing((*ast.FuncLit)(nil), (*ast.FuncDecl)(nil)) {
		switch fn := c.Node().(type) {
		case *ast.FuncLit:
			if isCommand(p, fn) {
				return !signals.Of(p.Pass).Stays(fn.Body)
			}
		case *ast.FuncDecl:
			def, ok := p.TypesInfo.Defs[fn.Name].(*types.Func)
			return ok && commandOnly(p, def, seen)
		}
	}
	return false
}

// commandOnly reports whether fn runs for commands only, as far as this package shows. A
// function that is used as a value, and is passed no command, may run for others.
func commandOnly(p *check.Pass, fn *types.Func, seen map[*types.Func]bool) bool {
	index := astindex.Of(p.Pass)
	decl := index.Decls[fn]
	if decl == nil || decl.Body == nil || seen[fn] || signals.Of(p.Pass).Stays(decl.Body) {
		return false
	}
	seen[fn] = true
	if takesCommand(fn.Signature()) || commander(fn) {
		return true
	}
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for _, call := range index.Calls[fn] {
		at, ok := astindex.Find(in, call.Expr)
		if !ok || call.Go || !inCommand(p, at, seen) {
			return false
		}
	}
	return len(index.Calls[fn]) > 0 && len(index.Values[fn]) == 0
}

// isCommand reports whether a literal is given a command or its flags.
//
//	RunE: func(cmd *cobra.Command, args []string) error { … }
func isCommand(p *check.Pass, lit *ast.FuncLit) bool {
	sig, ok := p.TypesInfo.TypeOf(lit).(*types.Signature)
	return ok && takesCommand(sig)
}

// takesCommand reports whether a function is given a command or its flags, as they
// are or in a struct.
func takesCommand(sig *types.Signature) bool {
	for param := range sig.Params().Variables() {
		if catalog.CommandArgs[callmatch.TypeName(param.Type())] {
			return true
		}
		named := callmatch.Named(param.Type())
		if named == nil {
			continue
		}
		fields, ok := named.Underlying().(*types.Struct)
		for i := 0; ok && i < fields.NumFields(); i++ {
			if catalog.CommandArgs[callmatch.TypeName(fields.Field(i).Type())] {
				return true
			}
		}
	}
	return false
}

// execute is func([]string) error.
var execute = types.NewSignatureType(nil, nil, nil,
	types.NewTuple(types.NewVar(token.NoPos, nil, "", types.NewSlice(types.Typ[types.String]))),
	types.NewTuple(types.NewVar(token.NoPos, nil, "", types.Universe.Lookup("error").Type())), false)

// commander reports whether fn is the method of a go-flags Commander, which need
// not import that package.
func commander(fn *types.Func) bool {
	sig := fn.Signature()
	return sig.Recv() != nil && fn.Name() == "Execute" && types.Identical(sig, execute)
}
