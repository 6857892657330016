package audit

import (
	"cmp"
	"maps"
	"slices"
	"strings"
)

// A Node is a container of the manifests, a service, or a kind of store or other service that a program opens.
type Node struct {
	Name    string `json:"name"`
	Package string `json:"package,omitempty"` // of the service that runs in it; "" for what the audit does not rate
	Uses    []int  `json:"uses,omitempty"`    // nodes that it needs, as indexes
	Tier    int    `json:"tier"`              // of the start-up: 0 needs nothing, 1 what is in tier 0, and so on
}

// Graph returns who needs whom, by tier and name. Where there are manifests, a container needs what it depends on, and
// what its environment names; else a service needs what it opens at start-up. What nobody needs and that needs nothing is
// left out.
func (r *Report) Graph() []Node {
	g := &graph{index: make(map[string]int)}
	for _, u := range r.Units {
		g.node(u.Name, u.Package)
	}
	for _, u := range r.Units {
		for _, d := range u.Depends {
			g.needs(u.Name, d.Name)
		}
		for _, host := range slices.Sorted(maps.Keys(u.Hosts)) {
			g.needs(u.Name, host)
		}
	}
	if !slices.ContainsFunc(g.nodes, func(n Node) bool { return len(n.Uses) > 0 }) {
		g = &graph{index: make(map[string]int)}
		g.opened(r)
	}
	done := make(map[int]bool)
	for i := range g.nodes {
		g.rank(i, done)
	}
	return g.sorted()
}

type graph struct {
	nodes []Node
	index map[string]int // by name
}

// node adds a node, unless one has the name.
func (g *graph) node(name, pkg string) int {
	if i, ok := g.index[name]; ok {
		g.nodes[i].Package = cmp.Or(g.nodes[i].Package, pkg)
		return i
	}
	g.index[name] = len(g.nodes)
	g.nodes = append(g.nodes, Node{Name: name, Package: pkg})
	return len(g.nodes) - 1
}

// needs adds an edge between two nodes that are there.
func (g *graph) needs(from, to string) {
	a, b := g.index[from], -1
	if i, ok := g.index[to]; ok {
		b = i
	}
	if b >= 0 && a != b && !slices.Contains(g.nodes[a].Uses, b) {
		g.nodes[a].Uses = append(g.nodes[a].Uses, b)
	}
}

// opened adds what services open at start-up.
func (g *graph) opened(r *Report) {
	for _, s := range r.Services {
		g.node(s.Name, s.Package)
	}
	for _, use := range r.Uses() {
		g.node(use.What, "")
		for _, name := range use.Services {
			g.needs(name, use.What)
		}
	}
}

// rank sets the tier of a node to one more than the highest of what it needs. done is false for a node whose tier is being
// looked for: there a circle closes, and is broken.
func (g *graph) rank(i int, done map[int]bool) {
	if _, known := done[i]; known {
		return
	}
	done[i] = false
	for _, to := range g.nodes[i].Uses {
		g.rank(to, done)
		if done[to] {
			g.nodes[i].Tier = max(g.nodes[i].Tier, 1+g.nodes[to].Tier)
		}
	}
	done[i] = true
}

// sorted returns the nodes that have an edge, by tier and name.
func (g *graph) sorted() []Node {
	needed := make(map[int]bool)
	for _, n := range g.nodes {
		for _, to := range n.Uses {
			needed[to] = true
		}
	}
	var order []int
	for i, n := range g.nodes {
		if needed[i] || len(n.Uses) > 0 {
			order = append(order, i)
		}
	}
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(g.nodes[a].Tier, g.nodes[b].Tier), strings.Compare(g.nodes[a].Name, g.nodes[b].Name))
	})
	list := make([]Node, len(order))
	for at, i := range order {
		list[at] = g.nodes[i]
		list[at].Uses = nil
		for _, to := range g.nodes[i].Uses {
			list[at].Uses = append(list[at].Uses, slices.Index(order, to))
		}
		slices.Sort(list[at].Uses)
	}
	return list
}
