package setting

import (
	"go/ast"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// severalCommands is from where on a program that asks for signals, and serves
// nothing, is taken for a box of tools that can be interrupted.
const severalCommands = 3

// serves reports whether the package is that of a program that serves, or works
// until a signal comes.
func (f *finder) serves() bool {
	signals := false
	for fn := range f.index.Calls {
		if catalog.Serves[callmatch.Name(fn)] {
			return true
		}
		signals = signals || fn.Pkg() != nil && fn.Pkg().Path() == "os/signal"
	}
	return signals && f.commands() < severalCommands
}

// commands counts the commands that the package declares.
func (f *finder) commands() int {
	n := 0
	for cur := range f.in.Root().Preorder((*ast.CompositeLit)(nil)) {
		lit := cur.Node().(*ast.CompositeLit)
		if catalog.CommandTypes[callmatch.TypeName(f.TypesInfo.TypeOf(lit))] {
			n++
		}
	}
	return n
}
