package textbook

import (
	"fmt"
	"go/ast"
	"go/parser"
	"slices"
	"strings"
)

type param struct{ name, typ string }

func (p param) String() string { return p.name + " " + p.typ }

// parseParams reads a parameter list.
func parseParams(text string) ([]param, error) {
	const before = "func("
	text = strings.Trim(strings.TrimSpace(text), ",")
	src := before + text + ") {}"
	expr, err := parser.ParseExpr(src)
	if err != nil {
		return nil, fmt.Errorf("parameters %q: %w", text, err)
	}
	var list []param
	for _, field := range expr.(*ast.FuncLit).Type.Params.List {
		typ := src[field.Type.Pos()-1 : field.Type.End()-1]
		for _, name := range field.Names {
			list = append(list, param{name.Name, typ})
		}
	}
	return list, nil
}

// stopFirst puts the parameter with the stop signal in front.
func stopFirst(list []param) []param {
	slices.SortStableFunc(list, func(a, b param) int { return b.rank() - a.rank() })
	return list
}

func (p param) rank() int {
	if p.stops() {
		return 1
	}
	return 0
}

func (p param) stops() bool {
	return p.typ == "context.Context" || p.name == "stop" && p.typ == "<-chan struct{}"
}

func declare(list []param) string {
	var texts []string
	for _, p := range list {
		texts = append(texts, p.String())
	}
	return "(" + strings.Join(texts, ", ") + ")"
}

func pass(list []param) string {
	var names []string
	for _, p := range list {
		name := p.name
		if strings.HasPrefix(p.typ, "...") {
			name += "..."
		}
		names = append(names, name)
	}
	return "(" + strings.Join(names, ", ") + ")"
}
