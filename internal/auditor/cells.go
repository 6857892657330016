package auditor

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/facts/steps"
	"github.com/lifecyclelint/lifecyclelint/internal/lazyregexp"
	"github.com/lifecyclelint/lifecyclelint/internal/service"
)

func (m *model) cell(id string, s *service.Service) service.Cell {
	c := m.answer(id, s)
	if id == "stop" && c.Value == service.Yes && m.hidesServer() {
		c.Value, c.Text = service.Unknown, c.Text+" that can be seen, and others may serve in calls that cannot be followed"
	}
	all := counted[id] && c.Value == service.Yes || id == "budget"
	if id == "signals" || c.Value != service.No && c.Value != service.None && !(m.cut && all) {
		return c
	}
	switch {
	case m.cut:
		c.Value, c.Text = service.Unknown, "the program does more than was looked at"
	case m.aloof:
		c.Value, c.Text = service.Unknown, "part of it is handed to calls that cannot be followed"
	case len(m.servers) == 0 && m.may&steps.MayServe != 0:
		c.Value, c.Text = service.Unknown, "what serves is started by calls that cannot be followed"
	}
	return c
}

// counted are the columns of which yes means all.
var counted = map[string]bool{"stop": true, "workers": true, "stores": true, "clients": true, "retry": true}

func (m *model) answer(id string, s *service.Service) service.Cell {
	switch id {
	case "signals":
		return m.cellSignals()
	case "stop":
		return m.cellStop()
	case "drain":
		return m.cellDrain()
	case "live", "ready", "startup":
		return m.cellProbe(id)
	case "draining":
		return m.cellDraining()
	case "workers":
		return m.cellWorkers()
	case "stores":
		return m.cellReleases(false)
	case "clients":
		return m.cellReleases(true)
	case "logs":
		return m.cellLogs()
	case "retry":
		return m.cellRetry()
	}
	return m.cellBudget(s)
}

// hidesServer reports whether a call that cannot be followed may serve.
func (m *model) hidesServer() bool {
	return slices.ContainsFunc(m.unseen, func(s steps.Step) bool { return s.Hard })
}

func place(at steps.Where) service.Place {
	return service.Place{Pkg: at.Pkg, File: at.File, Line: at.Line, Column: at.Column}
}

func proof(s steps.Step, text string) service.Proof {
	if s.Via != "" {
		text += ", by " + short(s.Via)
	} else if s.By.Line > 0 && s.By != s.At {
		text += fmt.Sprintf(", called at %s:%d", s.By.File, s.By.Line)
	}
	return service.Proof{Place: place(s.At), Text: text}
}

// short returns a name of the catalog as code has it: "(*net/http.Server).Close"
// is http.Server.Close.
func short(name string) string {
	name = strings.NewReplacer("(", "", ")", "", "*", "").Replace(name)
	dir, last := path.Split(name)
	if version().MatchString(last) { // github.com/jackc/pgx/v5.Conn, cloud.google.com/go/secretmanager/apiv1.Client
		_, rest, _ := strings.Cut(last, ".")
		return path.Base(dir) + "." + rest
	}
	return last
}

var version = lazyregexp.New(`^(api)?v\d+((alpha|beta)\d+)?\.`)

// signalled says whether a signal may start the shutdown at all.
func (m *model) signalled() service.Value {
	switch {
	case slices.ContainsFunc(m.signals, func(s steps.Step) bool { return s.Hard }):
		return service.Yes
	case len(m.signals) > 0:
		return service.Partly
	case m.handled:
		return service.Unknown
	}
	return service.No
}

func (m *model) cellSignals() service.Cell {
	c := service.Cell{Value: m.signalled()}
	for _, s := range distinct(m.signals) {
		c.Proofs = append(c.Proofs, proof(s, "asks for "+s.What))
	}
	switch c.Value {
	case service.Yes:
		c.Text = strings.Join(m.signalNames(), ", ")
	case service.Partly:
		c.Text = strings.Join(m.signalNames(), ", ") + ", not SIGTERM"
	case service.Unknown:
		c.Text = "asked for somewhere in reach, by calls that cannot be followed"
	default:
		c.Text = "nothing asks for a signal"
		c.Proofs = m.serving()
	}
	return c
}

func (m *model) signalNames() []string {
	var names []string
	for _, s := range m.signals {
		for name := range strings.SplitSeq(s.What, ", ") {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

func (m *model) serving() []service.Proof {
	var list []service.Proof
	for _, s := range m.servers {
		list = append(list, proof(s, "serves by "+short(s.What)))
	}
	return list
}

// ratio is the cell of n out of all.
func ratio(n, all int) (service.Value, string) {
	text := fmt.Sprintf("%d of %d", n, all)
	switch n {
	case all:
		return service.Yes, text
	case 0:
		return service.No, text
	}
	return service.Partly, text
}

func (m *model) cellStop() service.Cell {
	if len(m.servers) == 0 {
		if m.may&steps.MayServe != 0 {
			return service.Cell{Value: service.Unknown, Text: "serves by calls that cannot be followed"}
		}
		return service.Cell{Value: service.None, Text: "serves nothing"}
	}
	stopped, hidden, left, early := 0, false, m.left(), 0
	var proofs []service.Proof
	for n, srv := range m.servers {
		if at, waits := m.closed(srv); waits {
			stopped++
			proofs = append(proofs, proof(*at, "stops accepting, and the connections are waited for"))
			continue
		}
		i := slices.IndexFunc(m.end, func(s steps.Step) bool { return s.Kind == steps.Stop && s.Key == srv.Key && s.Key != "" })
		if i >= 0 && m.signalled() == service.No {
			proofs = append(proofs, proof(m.end[i], short(m.end[i].What)+", but the signal ends the process first"))
			continue
		}
		if i < 0 {
			at, _ := m.closed(srv)
			hidden = hidden || accepts(srv) && at == nil && (m.closesListener() || m.closable(srv))
			proofs = append(proofs, m.unstopped(srv, at))
			continue
		}
		if m.shared(m.servers[:n+1]) {
			hidden = true
			continue
		}
		stopped++
		proofs = append(proofs, proof(m.end[i], short(m.end[i].What)))
		if left[i] {
			early++
			proofs[len(proofs)-1].Text += ", not waited for"
		}
	}
	c := service.Cell{Proofs: proofs}
	if c.Value, c.Text = ratio(stopped, len(m.servers)); early > 0 {
		c.Value, c.Text = service.Partly, fmt.Sprintf("%s, %d not waited for", c.Text, early)
	}
	loose := m.loose()
	if stopped < len(m.servers) && m.signalled() != service.No && (loose || hidden || !m.stops() && m.may&steps.MayStop != 0) {
		c.Value, c.Text = service.Unknown, "a server is stopped, which one cannot be seen"
		if !m.stops() {
			c.Text = "stopped, if at all, by calls that cannot be followed"
		}
	}
	return c
}

// unstopped is the proof of a server that is not asked to stop, closing says where its listener is closed.
func (m *model) unstopped(server steps.Step, closing *steps.Step) service.Proof {
	if closing != nil {
		return proof(*closing, "stops accepting, and does not wait for the connections")
	}
	cut := slices.IndexFunc(m.end, func(s steps.Step) bool { return s.Kind == steps.Kill && s.Key == server.Key && s.Key != "" })
	if cut >= 0 {
		return proof(m.end[cut], short(m.end[cut].What)+" cuts it off")
	}
	return proof(server, "served by "+short(server.What)+", and not stopped")
}

// stops reports whether the shutdown stops a server.
func (m *model) stops() bool {
	return slices.ContainsFunc(m.end, func(s steps.Step) bool { return s.Kind == steps.Stop })
}

// loose reports whether the shutdown stops a server that none of the known ones is, and that
// one of those which nothing else stops may be.
func (m *model) loose() bool {
	stopped := make(map[string]bool)
	for _, s := range keep(m.end, steps.Stop) {
		stopped[s.Key] = true
	}
	return slices.ContainsFunc(m.end, func(s steps.Step) bool {
		return s.Kind == steps.Stop && !slices.ContainsFunc(m.servers, func(r steps.Step) bool { return r.Key == s.Key && s.Key != "" }) &&
			slices.ContainsFunc(m.servers, func(r steps.Step) bool { return (!stopped[r.Key] || r.Key == "") && !apart(r.What, s.What) })
	})
}

// apart reports whether a server is of another type than that which a call stops.
func apart(serve, stop string) bool {
	of := func(name string) string { return name[:strings.LastIndexByte(name, '.')] }
	return strings.HasPrefix(serve, "(") && stoppable[of(serve)] && of(serve) != of(stop)
}

// stoppable are the types of servers that have a method which stops them.
var stoppable = map[string]bool{"(*net/http.Server)": true, "(*google.golang.org/grpc.Server)": true}

// shared reports whether the last of some servers is known by the field of another
// one that the same line serves, and there are fewer stops than such servers: which
// of them is stopped is not known.
func (m *model) shared(list []steps.Step) bool {
	last := list[len(list)-1]
	same := func(s steps.Step) bool { return s.Key == last.Key }
	n := 0
	for _, s := range list {
		if same(s) && s.At == last.At {
			n++
		}
	}
	stops := slices.DeleteFunc(distinct(keep(m.end, steps.Stop)), func(s steps.Step) bool { return !same(s) })
	return lasting(last.Key) && n > len(stops)
}

func (m *model) cellDrain() service.Cell {
	stop := m.cellStop()
	switch {
	case stop.Value == service.None:
		return service.Cell{Value: service.None, Text: "serves nothing"}
	case m.signalled() == service.No:
		return service.Cell{Value: service.No, Text: "the signal ends the process", Proofs: m.serving()}
	}
	first := slices.IndexFunc(m.end, func(s steps.Step) bool { return s.Kind == steps.Stop })
	for i, s := range m.end {
		if s.Kind == steps.Drain && (first < 0 || i < first) {
			text := "for a time that is no constant"
			if s.Limit.Known {
				text = s.Limit.D.String()
			}
			return service.Cell{Value: service.Yes, Text: text, Proofs: []service.Proof{proof(s, "waits before the server stops")}}
		}
	}
	if first < 0 {
		if stop.Value == service.Unknown {
			return service.Cell{Value: service.Unknown, Text: "the stop of the server cannot be seen"}
		}
		return service.Cell{Value: service.No, Text: "no server is stopped", Proofs: stop.Proofs}
	}
	return service.Cell{Value: service.No, Text: "stops immediately", Proofs: []service.Proof{proof(m.end[first], "stops the server")}}
}
