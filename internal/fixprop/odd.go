package fixprop

import (
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"path"
	"slices"
	"strconv"
	"strings"
)

// usualNames are names of packages and functions that fixes like to use.
var usualNames = []string{"time", "context", "sync", "atomic", "errors", "fmt", "slices", "maps", "cmp", "os", "signal", "syscall", "http", "lifecycle", "ctx", "cancel"}

// Odd returns a file that means the same and reads otherwise: all packages that it imports have other
// names, and in each function the usual names of packages are those of variables.
func Odd(text []byte) ([]byte, error) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", text, parser.ParseComments)
	if err != nil {
		return nil, err
	}
	edits := make(map[int]string) // what is inserted, by offset
	renamed := make(map[string]string)
	for _, spec := range file.Imports {
		importPath, err := strconv.Unquote(spec.Path.Value)
		if err != nil || spec.Name != nil || strings.Contains(importPath, ".") {
			continue
		}
		name := path.Base(importPath)
		if strings.HasPrefix(name, "v") && strings.Trim(name[1:], "0123456789") == "" { // math/rand/v2
			name = path.Base(path.Dir(importPath))
		}
		renamed[name] = "own" + name
		edits[fset.Position(spec.Path.Pos()).Offset] = "own" + name + " "
	}
	replaced := make(map[int]string) // names of packages, by offset
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			if id, ok := n.X.(*ast.Ident); ok && id.Obj == nil && renamed[id.Name] != "" {
				replaced[fset.Position(id.Pos()).Offset] = id.Name
			}
		case *ast.FuncDecl:
			if n.Body != nil {
				edits[fset.Position(n.Body.Lbrace).Offset+1] = shadowing(n)
			}
		}
		return true
	})
	return format.Source(rewritten(text, edits, replaced))
}

// shadowing declares the names that the function does not have itself.
func shadowing(fn *ast.FuncDecl) string {
	used := make(map[string]bool)
	ast.Inspect(fn, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && id.Obj != nil {
			used[id.Name] = true
		}
		return true
	})
	free := slices.DeleteFunc(slices.Clone(usualNames), func(name string) bool { return used[name] })
	if len(free) == 0 {
		return ""
	}
	list := strings.Join(free, ", ")
	return "\nvar " + list + " int\n" + strings.TrimSuffix(strings.Repeat("_, ", len(free)), ", ") + " = " + list + "\n"
}

// rewritten returns the text with the edits made, and the names of packages changed.
func rewritten(text []byte, edits, replaced map[int]string) []byte {
	var out strings.Builder
	for i := range text {
		out.WriteString(edits[i])
		if replaced[i] != "" {
			out.WriteString("own")
		}
		out.WriteByte(text[i])
	}
	return []byte(out.String())
}
