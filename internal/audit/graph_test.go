package audit

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lifecyclelint/lifecyclelint/internal/manifest"
	"github.com/lifecyclelint/lifecyclelint/internal/service"
)

func drawn(nodes []Node) string {
	var lines []string
	for _, n := range nodes {
		line := fmt.Sprintf("%d %s", n.Tier, n.Name)
		for _, to := range n.Uses {
			line += " " + nodes[to].Name
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

func TestGraph(t *testing.T) {
	t.Parallel()
	unit := func(name string, hosts ...string) Deployment {
		u := &manifest.Unit{Name: name, Hosts: make(map[string]bool)}
		for _, h := range hosts {
			u.Hosts[h] = true
		}
		return Deployment{Unit: u}
	}
	gateway := unit("gateway", "orders", "auth")
	gateway.Depends = []manifest.Depend{{Name: "redis"}}
	r := &Report{Units: []Deployment{gateway, unit("orders", "db", "auth", "nowhere"), unit("auth", "db"), unit("db"), unit("redis"), unit("alone"), unit("a", "b"), unit("b", "a")}}
	want := "0 b a\n0 db\n0 redis\n1 a b\n1 auth db\n2 orders db auth\n3 gateway redis auth orders"
	if got := drawn(r.Graph()); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// Without manifests, what is opened at start-up says who needs what.
func TestGraphOfStarts(t *testing.T) {
	t.Parallel()
	r := &Report{Services: []service.Service{
		{Name: "shop", Package: "m/shop", Startup: []service.Step{{Text: "open sql.DB"}, {Text: "open os.File"}}},
		{Name: "mail", Package: "m/mail"},
	}}
	if got, want := drawn(r.Graph()), "0 sql.DB\n1 shop sql.DB"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
