package driver

import (
	"context"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"strings"

	"golang.org/x/tools/go/packages"
)

// Platforms returns the pairs of operating system and architecture, as GOOS/GOARCH, that
// the go command builds for.
func Platforms(ctx context.Context, cfg Config) ([]string, error) {
	out, err := goCommand(ctx, cfg, "tool", "dist", "list").Output()
	if err != nil {
		return nil, fmt.Errorf("go tool dist list: %w", err)
	}
	return strings.Fields(string(out)), nil
}

// Functions returns what the packages that are named declare, as path.Func,
// (path.Type).Method or (*path.Type).Method. Files are parsed and not type-checked: those
// that constraints exclude count, too. A package that does not load declares nothing.
func Functions(ctx context.Context, cfg Config, paths []string) (map[string]bool, error) {
	if len(paths) == 0 {
		return nil, nil
	}
	loaded, err := packages.Load(&packages.Config{
		Context: ctx, Mode: packages.NeedName | packages.NeedFiles, Dir: cfg.Dir, Env: cfg.environ(), BuildFlags: buildFlags(cfg),
	}, paths...)
	if err != nil {
		return nil, err
	}
	declared := make(map[string]bool)
	for _, p := range loaded {
		for _, name := range append(p.GoFiles, p.IgnoredFiles...) {
			// A file with mistakes declares what was understood of it.
			file, _ := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
			if file != nil {
				declare(declared, p.PkgPath, file)
			}
		}
	}
	return declared, nil
}

// declare adds the functions and methods of one file.
func declare(declared map[string]bool, path string, file *ast.File) {
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			declared[fullName(path, d)] = true
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				if t, ok := spec.(*ast.TypeSpec); ok {
					declareInterface(declared, path, t)
				}
			}
		}
	}
}

func declareInterface(declared map[string]bool, path string, t *ast.TypeSpec) {
	i, ok := t.Type.(*ast.InterfaceType)
	if !ok {
		return
	}
	for _, m := range i.Methods.List {
		for _, name := range m.Names {
			declared["("+path+"."+t.Name.Name+")."+name.Name] = true
		}
	}
}

// fullName is [go/types.Func.FullName] of d, without type parameters.
func fullName(path string, d *ast.FuncDecl) string {
	if d.Recv == nil || len(d.Recv.List) == 0 {
		return path + "." + d.Name.Name
	}
	typ, star := ast.Unparen(d.Recv.List[0].Type), ""
	if p, ok := typ.(*ast.StarExpr); ok {
		typ, star = ast.Unparen(p.X), "*"
	}
	switch t := typ.(type) {
	case *ast.IndexExpr:
		typ = t.X
	case *ast.IndexListExpr:
		typ = t.X
	}
	name := ""
	if id, ok := typ.(*ast.Ident); ok {
		name = id.Name
	}
	return "(" + star + path + "." + name + ")." + d.Name.Name
}
