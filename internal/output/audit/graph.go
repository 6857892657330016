package audit

import (
	"fmt"
	"html"
	"html/template"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/audit"
	"github.com/lifecyclelint/lifecyclelint/internal/finding"
)

// Measures of the graph, in its own units.
const (
	boxWidth, boxHeight = 160, 26
	columnGap, rowGap   = 60, 8
	boxLetters          = 20 // that fit into a box
)

// A tier is the nodes that can start at the same time.
type tier struct {
	N     int
	Nodes []needing
}

// A needing is a node, and what it needs by name.
type needing struct {
	audit.Node
	Needs []string
}

// tiers groups the nodes of a graph, which are sorted by their tier.
func tiers(nodes []audit.Node) (list []tier) {
	for _, n := range nodes {
		if len(list) == 0 || list[len(list)-1].N != n.Tier {
			list = append(list, tier{N: n.Tier})
		}
		last := &list[len(list)-1]
		add := needing{Node: n}
		for _, to := range n.Uses {
			add.Needs = append(add.Needs, nodes[to].Name)
		}
		last.Nodes = append(last.Nodes, add)
	}
	return list
}

// drawGraph draws the nodes in a column for each tier, what starts first on the left, with a line from each to what it
// needs; "" for no node.
func drawGraph(nodes []audit.Node) template.HTML {
	if len(nodes) == 0 {
		return ""
	}
	columns := tiers(nodes)
	rows := 0
	for _, c := range columns {
		rows = max(rows, len(c.Nodes))
	}
	place, at := make([][2]int, len(nodes)), 0
	for i, c := range columns {
		for k := range c.Nodes {
			top := (rows - len(c.Nodes)) * (boxHeight + rowGap) / 2
			place[at] = [2]int{i * (boxWidth + columnGap), top + k*(boxHeight+rowGap) + 1}
			at++
		}
	}
	width, height := len(columns)*(boxWidth+columnGap)-columnGap+2, rows*(boxHeight+rowGap)
	var b strings.Builder
	fmt.Fprintf(&b, `<svg class="graph" viewBox="-1 0 %d %d" width="%d" height="%d" role="img" aria-label="%s">`, width, height, width, height,
		html.EscapeString(fmt.Sprintf("graph of who needs whom, in %s; the list below says the same", finding.Count(len(columns), "tier"))))
	for i, n := range nodes {
		for _, to := range n.Uses {
			x1, y1 := place[i][0], place[i][1]+boxHeight/2
			x2, y2 := place[to][0]+boxWidth, place[to][1]+boxHeight/2
			fmt.Fprintf(&b, `<path d="M%d %dC%d %d %d %d %d %d"/>`, x1, y1, x1-columnGap/2, y1, x2+columnGap/2, y2, x2, y2)
		}
	}
	for i, n := range nodes {
		class := "store"
		if n.Package != "" {
			class = "service"
		}
		fmt.Fprintf(&b, `<rect class="%s" x="%d" y="%d" width="%d" height="%d" rx="4"/><text x="%d" y="%d">%s</text>`,
			class, place[i][0], place[i][1], boxWidth, boxHeight, place[i][0]+8, place[i][1]+18, boxed(n.Name))
	}
	b.WriteString("</svg>")
	return template.HTML(b.String()) // all text in it is escaped
}

// boxed escapes a name that has to fit into a box.
func boxed(name string) string {
	runes := []rune(finding.Printable(name))
	if len(runes) > boxLetters {
		return "<title>" + html.EscapeString(string(runes)) + "</title>…" + html.EscapeString(string(runes[len(runes)-boxLetters+1:]))
	}
	return html.EscapeString(string(runes))
}
