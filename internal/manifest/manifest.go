// Package manifest reads how services are deployed: Compose files, Kubernetes
// manifests and Dockerfiles. It keeps the positions of what it reads, and judges
// nothing. Input that is none of these is passed over.
package manifest

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

	"github.com/lifecyclelint/lifecyclelint/internal/lazyregexp"
)

// A Place is a position in a manifest.
type Place struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
}

// A Unit is one container as a manifest deploys it.
type Unit struct {
	Name  string `json:"name"`
	Kind  string `json:"kind"` // compose, Deployment, …
	Place Place  `json:"place"`

	Image      string            `json:"image,omitempty"`
	Context    string            `json:"context,omitempty"`    // directory that the image is built from
	Dockerfile string            `json:"dockerfile,omitempty"` // file, below the context
	Args       map[string]string `json:"args,omitempty"`       // of the build

	Program    string `json:"program,omitempty"` // that the manifest itself names
	Entrypoint bool   `json:"-"`                 // it replaces that of the image
	Command    bool   `json:"-"`                 // it replaces that of the image

	Env     map[string]bool `json:"-"` // variables that are set
	EnvOpen bool            `json:"-"` // others may be, from a file or a secret
	Hosts   map[string]bool `json:"-"` // that their values name, which may be other containers

	Grace    Setting  `json:"grace"`
	Signal   string   `json:"signal,omitempty"` // to stop by, "" for the image's
	SignalAt Place    `json:"-"`
	PreStop  Setting  `json:"preStop"` // how long a hook sleeps before the signal
	Probes   []Probe  `json:"probes,omitempty"`
	Depends  []Depend `json:"-"`
	Restart  string   `json:"restart,omitempty"`
	Shell    string   `json:"-"` // a command that runs in a shell which keeps the signal
	ShellAt  Place    `json:"-"`
	BuiltBy  *Image   `json:"-"`                  // what the Dockerfile says
	Profiles []string `json:"profiles,omitempty"` // of Compose: it runs only when one of them is asked for
	driver   string   // of Nomad
	part     bool     // it adds to what another file says
	health   bool     // the manifest has a health check, or says that there is none
}

// host finds what a value may connect to: what is behind // or @, or before a port. hostVariable finds the variables whose
// value is a host alone.
var (
	host         = lazyregexp.New(`(?://|@)([A-Za-z0-9-]+)|(?:^|[(,\s])([A-Za-z0-9-]+)(?:\.[A-Za-z0-9.-]+)?:\d`)
	hostVariable = lazyregexp.New(`(?i)(host|addr|address|server|endpoint|brokers?)s?$`)
)

// set notes a variable, and the hosts that its value names:
//
//	MONGODB_URI: mongodb://mongodb:27017
func (u *Unit) set(name, value string) {
	if u.Env == nil {
		u.Env = make(map[string]bool)
	}
	if u.Hosts == nil {
		u.Hosts = make(map[string]bool)
	}
	u.Env[name] = true
	for _, m := range host().FindAllStringSubmatch(value, -1) {
		u.Hosts[cmp.Or(m[1], m[2])] = true // of orders.default.svc the first part
	}
	if hostVariable().MatchString(name) {
		first, _, _ := strings.Cut(value, ".")
		u.Hosts[first] = true
	}
}

// Built notes what the image is built by. Compose asks what its HEALTHCHECK says
// when it says nothing itself, and Kubernetes does not.
func (u *Unit) Built(img *Image) {
	if u.BuiltBy = img; img != nil && !u.health && (u.Kind == compose || u.Kind == Alone) {
		u.Probes = append(u.Probes, img.Probes...)
	}
}

// A Setting is a length of time that may be set.
type Setting struct {
	D     time.Duration `json:"d"`
	Set   bool          `json:"set"`
	Open  bool          `json:"open,omitempty"` // it is set, and to what cannot be seen
	Place Place         `json:"place"`
}

// A Probe is a question that the platform asks a container.
type Probe struct {
	Kind     string        `json:"kind"` // live, ready, startup; health for that of Compose
	Path     string        `json:"path,omitempty"`
	Timeout  time.Duration `json:"timeout"`
	Period   time.Duration `json:"period"`
	Delay    time.Duration `json:"delay"` // before it counts
	Failures int           `json:"failures"`
	Place    Place         `json:"place"`
}

// A Depend is a service that another one waits for.
type Depend struct {
	Name, Condition string
	Place           Place
}

// Grace periods where nothing is set.
const (
	ComposeGrace    = 10 * time.Second
	KubernetesGrace = 30 * time.Second
	systemdGrace    = 90 * time.Second
	nomadGrace      = 5 * time.Second
)

// DefaultGrace returns the grace period of u's platform.
func (u *Unit) DefaultGrace() time.Duration {
	switch u.Kind {
	case compose:
		return ComposeGrace
	case systemd:
		return systemdGrace
	case nomad:
		return nomadGrace
	}
	return KubernetesGrace
}

// GraceKey is what the grace period is called on u's platform.
func (u *Unit) GraceKey() string {
	switch u.Kind {
	case compose:
		return "stop_grace_period"
	case systemd:
		return "TimeoutStopSec"
	case nomad:
		return "kill_timeout"
	}
	return "terminationGracePeriodSeconds"
}

// StopSignal is the signal that stops u where the manifest or the platform says which,
// "" where the image does.
func (u *Unit) StopSignal() string {
	if u.Signal == "" && u.Kind == nomad && u.driver != "" && u.driver != "docker" {
		return "SIGINT"
	}
	return u.Signal
}

const (
	compose = "compose"
	Alone   = "Dockerfile" // an image that no manifest is known to deploy
)

// A Reader returns the text of a file that another one names.
type Reader func(file string) ([]byte, error)

// Parse reads a file with any number of documents, a unit of systemd or a job of Nomad.
// A file that is none of these, or whose documents are something else, has no units;
// only a broken one is an error. A Compose file is read with what its services extend
// and with the file that overrides it, by read, which may be nil.
func Parse(file string, data []byte, read Reader) ([]*Unit, error) {
	switch {
	case path.Ext(file) == ".service":
		return parseSystemd(file, data), nil
	case path.Ext(file) == ".nomad", path.Ext(file) == ".hcl":
		return parseNomad(file, data), nil
	}
	units, err := parseYAML(file, data, read)
	if err == nil && read != nil {
		units = override(units, file, read)
	}
	return slices.DeleteFunc(units, func(u *Unit) bool { return u.part }), err
}

func parseYAML(file string, data []byte, read Reader) ([]*Unit, error) {
	var units []*Unit
	dec := yaml.NewDecoder(bytes.NewReader(data))
	for {
		var doc yaml.Node
		if err := dec.Decode(&doc); errors.Is(err, io.EOF) {
			return units, nil
		} else if err != nil {
			return units, broken(file, data, err)
		}
		if len(doc.Content) > 0 && !template(doc.Content[0]) {
			units = append(units, parseDocument(file, node{doc.Content[0], file}, read, 4)...)
		}
	}
}

// template reports whether a document is a template that happens to be YAML: to
// this, {{ .Name }} is a mapping whose key is a mapping.
func template(n *yaml.Node) bool {
	for i, c := range n.Content {
		if n.Kind == yaml.MappingNode && i%2 == 0 && c.Kind == yaml.MappingNode || template(c) {
			return true
		}
	}
	return false
}

var yamlError = lazyregexp.New(`^yaml: (?:line (\d+): )?(.*)`)

// broken says where a file is no YAML, and why that may be.
func broken(file string, data []byte, err error) error {
	text := err.Error()
	if m := yamlError().FindStringSubmatch(text); m != nil {
		text = m[2]
		switch {
		case m[1] != "":
			file += ":" + m[1]
		case strings.Contains(text, " find "): // the parser does not count the first line
			file += ":1"
		}
	}
	if bytes.Contains(data, []byte("{{")) {
		return fmt.Errorf("%s: %s: a template is read as it is rendered, by --manifests -", file, text)
	}
	return fmt.Errorf("%s: %s", file, text)
}

func parseDocument(file string, n node, read Reader, depth int) []*Unit {
	switch kind := n.get("kind").text(); {
	case depth == 0:
		return nil
	case n.get("services").mapping() && isCompose(n):
		return parseCompose(file, n.get("services"), read)
	case n.get("items").n != nil: // a List of whatever kind
		var units []*Unit
		for _, item := range n.get("items").list() {
			units = append(units, parseDocument(file, item, read, depth-1)...)
		}
		return units
	default:
		return parseWorkload(kind, n)
	}
}
