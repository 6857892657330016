// Package model holds what the analysis knows about where goroutines begin, where they
// block and what ends the wait: plain data, in the form in which the analysis passes it to
// the command. [internal/modeler] makes it.
package model

import "slices"

// Category marks the diagnostic that carries a Package as JSON.
const Category = "model/package"

// A Package is the model of one package.
type Package struct {
	Path   string
	Starts []Start
	Ops    []Op
}

// A Start is a place where a goroutine begins.
//
// Files are base names below the directory of the package until the driver has resolved
// them; then they are paths.
type Start struct {
	File   string
	Line   int
	Bodies []Body // functions that the goroutine may run
}

// A Body is a function.
type Body struct {
	File        string
	First, Last int
}

// An Op is an operation on which a goroutine may block.
type Op struct {
	File string
	Line int
	Text string // "receive from jobs"
	Ends []End  // what ends the wait, in this package
	Open bool   // code elsewhere may end it
}

// An End is an operation that ends a wait.
type End struct {
	File string `json:"file"`
	Line int    `json:"line"`
	Text string `json:"text"` // "close of jobs"
}

// Places calls f for each file of the package, so that it can be resolved.
func (p *Package) Places(f func(file *string)) {
	for i := range p.Starts {
		f(&p.Starts[i].File)
		for j := range p.Starts[i].Bodies {
			f(&p.Starts[i].Bodies[j].File)
		}
	}
	for i := range p.Ops {
		f(&p.Ops[i].File)
		for j := range p.Ops[i].Ends {
			f(&p.Ops[i].Ends[j].File)
		}
	}
}

// Runs reports whether a goroutine that begins there may run the code of a line.
func (s *Start) Runs(file string, line int) bool {
	return slices.ContainsFunc(s.Bodies, func(b Body) bool { return b.File == file && b.First <= line && line <= b.Last })
}
