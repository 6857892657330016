package manifest

import (
	"net/url"
	"path"
	"slices"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

	"github.com/lifecyclelint/lifecyclelint/internal/lazyregexp"
)

// topLevel are the keys of a Compose file, besides those that begin with x-.
// Pipelines of CI systems and configurations of proxies have services, too.
var topLevel = []string{"name", "version", "services", "networks", "volumes", "configs", "secrets", "include", "models"}

func isCompose(n node) bool {
	for k := range n.pairs() {
		if !slices.Contains(topLevel, k.n.Value) && !strings.HasPrefix(k.n.Value, "x-") {
			return false
		}
	}
	return true
}

func parseCompose(file string, services node, read Reader) []*Unit {
	var units []*Unit
	for name, s := range services.pairs() {
		units = append(units, composeService(file, name, s, services, read, 8))
	}
	return units
}

// composeService returns one service, on top of what it extends. One without an image
// of its own adds to a service of another file: how that one runs it does not tell.
func composeService(file string, name, s, all node, read Reader, depth int) *Unit {
	u := &Unit{Name: name.n.Value, Kind: compose, Place: name.place(), Image: s.get("image").interpolated()}
	u.part = s.get("image").n == nil && s.get("build").n == nil && s.get("extends").n == nil
	u.Grace = s.get("stop_grace_period").setting()
	u.Signal, u.SignalAt = s.get("stop_signal").text(), s.get("stop_signal").place()
	u.Restart = composeRestart(s)
	u.Profiles = s.get("profiles").texts()
	composeBuild(u, s.get("build"), path.Dir(file))
	composeEnv(u, s)
	composeDepends(u, s.get("depends_on"))
	composeProbe(u, s.get("healthcheck"))
	u.runs(s.get("entrypoint"), s.get("command"))
	if base := extended(file, s.get("extends"), all, read, depth); base != nil {
		base.Name, base.Place, base.part, base.Profiles = u.Name, u.Place, false, nil
		base.overlay(u)
		return base
	}
	u.EnvOpen = u.EnvOpen || s.get("extends").n != nil
	return u
}

// extended returns the service that another one extends, nil where it cannot be read.
func extended(file string, extends, all node, read Reader, depth int) *Unit {
	want, other := extends.text(), extends.get("file").interpolated()
	if want == "" {
		want = extends.get("service").text()
	}
	if want == "" || depth == 0 {
		return nil
	}
	if other != "" {
		if read == nil {
			return nil
		}
		file = path.Join(path.Dir(file), other)
		data, err := read(file)
		var doc yaml.Node
		if err != nil || yaml.Unmarshal(data, &doc) != nil || len(doc.Content) == 0 {
			return nil
		}
		all = node{doc.Content[0], file}.get("services")
	}
	for name, s := range all.pairs() {
		if name.n.Value == want {
			return composeService(file, name, s, all, read, depth-1)
		}
	}
	return nil
}

var composeFile = lazyregexp.New(`^((?:docker-)?compose)\.(ya?ml)$`)

// Overrides reports whether a file is one that Compose reads on top of another one, and
// which that is.
func Overrides(file string) (base string, ok bool) {
	dir, name := path.Split(file)
	plain := strings.Replace(name, ".override.", ".", 1)
	return dir + plain, plain != name && composeFile().MatchString(plain)
}

// override lays on top of the services of a Compose file what the file beside it says
// that overrides it.
func override(units []*Unit, file string, read Reader) []*Unit {
	dir, name := path.Split(file)
	m := composeFile().FindStringSubmatch(name)
	if m == nil {
		return units
	}
	for _, ext := range []string{m[2], "yml", "yaml"} {
		other := dir + m[1] + ".override." + ext
		data, err := read(other)
		if err != nil {
			continue
		}
		more, _ := parseYAML(other, data, read) // where it is broken, what stands before counts
		for _, o := range more {
			i := slices.IndexFunc(units, func(u *Unit) bool { return u.Name == o.Name })
			if i < 0 {
				units = append(units, o)
				continue
			}
			units[i].overlay(o)
		}
		break
	}
	return units
}

// overlay changes u to what another file says about it.
func (u *Unit) overlay(o *Unit) {
	if o.Image != "" {
		u.Image = o.Image
	}
	if o.Context != "" {
		u.Context, u.Dockerfile, u.Args = o.Context, o.Dockerfile, o.Args
	}
	if o.Grace.Set || o.Grace.Open {
		u.Grace = o.Grace
	}
	if o.Signal != "" {
		u.Signal, u.SignalAt = o.Signal, o.SignalAt
	}
	if o.Restart != "" {
		u.Restart = o.Restart
	}
	if o.health {
		u.health, u.Probes = true, o.Probes
	}
	if o.Entrypoint || o.Command {
		u.Entrypoint, u.Command, u.Program, u.Shell, u.ShellAt = o.Entrypoint, o.Command, o.Program, o.Shell, o.ShellAt
	}
	for name := range o.Env {
		u.set(name, "")
	}
	for host := range o.Hosts {
		u.Hosts[host] = true
	}
	u.EnvOpen = u.EnvOpen || o.EnvOpen
	u.Depends = append(u.Depends, o.Depends...)
	u.Profiles = append(u.Profiles, o.Profiles...)
	u.part = u.part && o.part
}

func composeRestart(s node) string {
	if c := s.get("deploy", "restart_policy", "condition").text(); c != "" {
		return c
	}
	if s.get("deploy", "restart_policy").n != nil {
		return "any"
	}
	return s.get("restart").text()
}

func composeBuild(u *Unit, build node, dir string) {
	if build.n == nil {
		return
	}
	context := build.text()
	if context == "" {
		context = build.get("context").text()
		u.Dockerfile = build.get("dockerfile").text()
	}
	u.Context = path.Join(dir, context)
	if u.Dockerfile == "" {
		u.Dockerfile = "Dockerfile"
	}
	u.Args = make(map[string]string)
	for k, v := range build.get("args").pairs() {
		u.Args[k.n.Value] = v.text()
	}
	for _, a := range build.get("args").list() {
		k, v, _ := strings.Cut(a.text(), "=")
		u.Args[k] = v
	}
}

func composeEnv(u *Unit, s node) {
	u.Env = make(map[string]bool)
	u.Hosts = make(map[string]bool)
	for k, v := range s.get("environment").pairs() {
		u.set(k.n.Value, v.text())
	}
	for _, e := range s.get("environment").list() {
		k, v, _ := strings.Cut(e.text(), "=")
		u.set(k, v)
	}
	u.EnvOpen = s.get("env_file").n != nil
}

func composeDepends(u *Unit, deps node) {
	for k, v := range deps.pairs() {
		u.Depends = append(u.Depends, Depend{k.n.Value, v.get("condition").text(), k.place()})
	}
	for _, d := range deps.list() {
		u.Depends = append(u.Depends, Depend{d.text(), "service_started", d.place()})
	}
}

func composeProbe(u *Unit, check node) {
	if u.health = check.n != nil; !u.health || check.get("disable").text() == "true" || check.get("test").n == nil {
		return
	}
	u.Probes = append(u.Probes, Probe{
		Kind: "health", Path: urlPath(check.get("test").texts()), Place: check.get("test").place(),
		Timeout: check.get("timeout").duration(30 * time.Second), Period: check.get("interval").duration(30 * time.Second),
		Delay: check.get("start_period").duration(0), Failures: check.get("retries").number(3),
	})
}

var address = lazyregexp.New(`https?://[^\s"']+|\b(?:localhost|127\.0\.0\.1)(?::[^\s"'/]+)?/[^\s"']*`)

// urlPath returns the path of the URL that a command asks for, "" for none.
func urlPath(command []string) string {
	s := address().FindString(strings.Join(command, " "))
	if s == "" {
		return ""
	}
	if !strings.Contains(s, "://") {
		s = "http://" + s
	}
	u, err := url.Parse(s)
	if err != nil {
		return ""
	}
	if u.Path == "" {
		return "/"
	}
	return u.Path
}

// shells do not pass signals on, unless they use exec.
var shells = map[string]bool{"sh": true, "bash": true, "ash": true, "dash": true}

// runs notes what a manifest runs in the place of what the image would.
func (u *Unit) runs(entrypoint, command node) {
	u.Entrypoint, u.Command = entrypoint.n != nil, command.n != nil
	var words []string
	for _, n := range []node{entrypoint, command} {
		if s := n.text(); s != "" { // one string is split, and no shell runs it
			words = append(words, strings.Fields(s)...)
		} else {
			words = append(words, n.texts()...)
		}
	}
	if u.Entrypoint {
		u.shell(words, entrypoint.place())
	}
	if len(words) > 0 && !strings.HasPrefix(words[0], "-") && !shells[path.Base(words[0])] {
		u.Program = path.Base(words[0])
	}
}

// shell notes a command by which a shell runs another one.
func (u *Unit) shell(command []string, at Place) {
	if len(command) >= 3 && shells[path.Base(command[0])] && strings.HasPrefix(command[1], "-") && strings.HasSuffix(command[1], "c") && !execs(command[0], command[2]) {
		u.Shell, u.ShellAt = command[0], at
	}
}

// lingers is how a script ends after which bash is still there: otherwise it
// becomes the last command that it runs.
var lingers = lazyregexp.New(`\btrap\b|[^|]\|[^|]|(?:&|\}|\b(?:done|fi|esac))[\s;]*$`)

var becomes = lazyregexp.New(`(^|[;&|\s])exec\s`)

// execs reports whether a script ends by becoming what it runs.
func execs(shell, script string) bool {
	return becomes().MatchString(script) || path.Base(shell) == "bash" && !lingers().MatchString(script)
}
