package driver

import (
	"bytes"
	"context"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path"
	"slices"
	"strconv"

	"golang.org/x/tools/go/packages"
)

// What hangs on the process-wide default of the runtime package, and what ends it.
var (
	hangs = []string{"Context", "Go", "OnShutdown", "OnShutdownErr"}
	ends  = []string{"Main", "ListenAndServe", "New", "Shutdown"}
)

// unended reports whether changed files hang something on the process-wide
// default of the runtime package while no configured package does what ends it:
// then nothing ever will, unless a program elsewhere does.
func unended(ctx context.Context, cfg Config, runtime string, changes []FileChange) bool {
	changed := make(map[string][]byte)
	hang := false
	for _, c := range changes {
		changed[c.Name] = c.New
		hang = hang || calls(c.New, runtime, hangs)
	}
	if !hang {
		return false
	}
	loaded, err := packages.Load(&packages.Config{
		Context: ctx, Mode: packages.NeedName | packages.NeedFiles,
		Dir: cfg.Dir, Env: cfg.environ(), BuildFlags: buildFlags(cfg),
	}, patterns(cfg)...)
	if err != nil {
		return false
	}
	for _, p := range loaded {
		for _, name := range p.GoFiles {
			src, ok := changed[name]
			if !ok {
				src, _ = os.ReadFile(name)
			}
			if calls(src, runtime, ends) {
				return false
			}
		}
	}
	return true
}

// calls reports whether a file uses one of the names of the package at path.
func calls(src []byte, importPath string, names []string) bool {
	if !bytes.Contains(src, []byte(strconv.Quote(importPath))) {
		return false
	}
	file, err := parser.ParseFile(token.NewFileSet(), "", src, parser.SkipObjectResolution)
	if err != nil {
		return false
	}
	local := ""
	for _, spec := range file.Imports {
		if p, _ := strconv.Unquote(spec.Path.Value); p == importPath {
			local = path.Base(p)
			if spec.Name != nil {
				local = spec.Name.Name
			}
		}
	}
	found := false
	ast.Inspect(file, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok {
			id, ok := sel.X.(*ast.Ident)
			found = found || ok && id.Name == local && slices.Contains(names, sel.Sel.Name)
		}
		return !found
	})
	return found
}
