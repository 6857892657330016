package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/creachadair/jrpc2"
)

const mod = "module example.com/m\n\ngo 1.26\n"

// leak has a finding whose fix needs the runtime package.
const leak = `package m

import "time"

func Start(t *time.Ticker) {
	go func() {
		for range t.C {
			println("tick")
		}
	}()
}
`

// mistakes have three safe fixes, one of them after characters that encodings count
// differently.
const mistakes = `package m

import "sync"

type pool struct {
	mu   sync.Mutex
	wg   sync.WaitGroup
	busy int
}

func (p *pool) Go(work func()) {
	p.wg.Add(1)
	go func() {
		defer p.wg.Done()
		work()
		p.mu.Lock()
		p.busy--
		p.mu.Unlock()
	}()
}

func (p *pool) Close() {
	p.mu.Lock()
	p.busy = 0
	p.wg.Wait()
	p.mu.Unlock()
}

var mu sync.Mutex

func Twice() {
	mu.Lock()
	mu.Lock()
	mu.Unlock()
}

func All(list []string) {
	var wg sync.WaitGroup
	for _, s := range list {
		/* é😀 */ go func() {
			wg.Add(1)
			defer wg.Done()
			println(s)
		}()
	}
	wg.Wait()
}
`

// A file is opened, has a finding, and is left without it.
func TestSession(t *testing.T) {
	t.Parallel()
	c := connect(t, everything, Options{}, map[string]string{"go.mod": mod, "a.go": leak})
	c.asks("client/registerCapability")
	c.open("a.go")
	p := c.published("a.go")
	if len(p.Diagnostics) != 1 || p.Version == nil || *p.Version != 1 {
		t.Fatalf("%+v", p)
	}
	d := p.Diagnostics[0]
	if d.Code != "goroutineleak/ticker-range" || d.Severity != severityError || d.Source != "lifecyclelint" ||
		!strings.HasSuffix(d.CodeDescription.Href, "goroutineleak.md#ticker-range") || !strings.Contains(d.Message, " confidence") ||
		d.Range != (span{position{6, 12}, position{6, 15}}) {
		t.Errorf("%+v", d)
	}
	if len(d.RelatedInformation) != 2 || d.RelatedInformation[0] != (related{location{c.uri("a.go"), span{position{5, 1}, position{5, 12}}}, "started here"}) {
		t.Errorf("trace: %+v", d.RelatedInformation)
	}
	var h hover
	c.call("textDocument/hover", hoverParams{documentID{c.uri("a.go")}, d.Range.Start}, &h)
	for _, want := range []string{"reported, ", "\n# goroutineleak/ticker-range\n", "## Why"} {
		if !strings.Contains(h.Contents.Value, want) {
			t.Errorf("hover without %q:\n%s", want, h.Contents.Value)
		}
	}
	var nothing *hover
	c.call("textDocument/hover", hoverParams{documentID{c.uri("a.go")}, position{0, 0}}, &nothing)
	if nothing != nil {
		t.Errorf("hover over nothing: %+v", nothing)
	}
	kinds := []string{(<-c.progress).Kind}
	for kinds[len(kinds)-1] != "end" {
		kinds = append(kinds, (<-c.progress).Kind)
	}
	if got := strings.Join(kinds, " "); got != "begin report report end" {
		t.Errorf("progress: %s", got)
	}

	// What is not saved was not analyzed.
	dirty := "// new\n" + leak
	c.change("a.go", 2, dirty)
	list := c.actions("a.go", d.Range)
	if len(list) != 1 || list[0].Disabled == nil || !strings.Contains(list[0].Disabled.Reason, "save") {
		t.Errorf("actions of a dirty file: %s", titles(list))
	}
	c.call("textDocument/hover", hoverParams{documentID{c.uri("a.go")}, d.Range.Start}, &nothing)
	if nothing != nil {
		t.Errorf("hover over a dirty file: %+v", nothing)
	}
	c.save("a.go", 3, dirty)
	if p := c.published("a.go"); codes(p) != "goroutineleak/ticker-range" || p.Diagnostics[0].Range.Start.Line != 7 || *p.Version != 3 {
		t.Errorf("after a line was added: %+v", p)
	}
	c.save("a.go", 4, "package m\n")
	if p := c.published("a.go"); len(p.Diagnostics) != 0 {
		t.Errorf("after the end of it: %+v", p)
	}
	c.end()
}

// Fixes are those of the fix command: what they leave has no finding any more.
func TestFixes(t *testing.T) {
	t.Parallel()
	for _, encoding := range []string{utf8Encoding, utf16Encoding} {
		t.Run(encoding, func(t *testing.T) {
			t.Parallel()
			c := connect(t, `{"general": {"positionEncodings": ["`+encoding+`"]}}`, Options{}, map[string]string{"go.mod": mod, "a.go": mistakes})
			c.open("a.go")
			p := c.published("a.go")
			if codes(p) != "lockrace/blocking-under-lock lockrace/double-lock goroutineleak/wait-without-add" {
				t.Fatal(codes(p))
			}
			read := func(string) string { return c.read("a.go") }
			add := find(t, c.actions("a.go", p.Diagnostics[2].Range), "Start the goroutine with wg.Go")
			text := apply(t, add, encoding, read)[c.uri("a.go")]
			if !strings.Contains(text, "\t\t/* é😀 */ wg.Go(func() {\n\t\t\tprintln(s)\n\t\t})\n") || !strings.Contains(text, "\tmu.Lock()\n\tmu.Lock()\n") {
				t.Errorf("fixed:\n%s", text)
			}
			list := c.actions("a.go", p.Diagnostics[1].Range)
			if lock := find(t, list, "Remove the second acquisition"); !lock.IsPreferred || len(lock.Diagnostics) != 1 {
				t.Errorf("%+v", lock)
			}
			all := find(t, list, "Make the safe fixes of lifecyclelint in this file: 3 findings")
			if only := c.actions("a.go", span{}, "source.fixAll"); len(only) != 1 || only[0].Title != all.Title || all.Kind != fixAll {
				t.Errorf("fix all: %s", titles(only))
			}
			c.save("a.go", 2, apply(t, all, encoding, read)[c.uri("a.go")])
			if p := c.published("a.go"); len(p.Diagnostics) != 0 {
				t.Errorf("after all safe fixes: %s", codes(p))
			}
			if list := c.actions("a.go", p.Diagnostics[0].Range, "refactor"); len(list) != 0 {
				t.Errorf("refactorings: %s", titles(list))
			}
			c.end()
		})
	}
}

// An action that the user requests and that cannot be done is reported.
func TestRuntimeMissing(t *testing.T) {
	t.Parallel()
	c := connect(t, everything, Options{}, map[string]string{"go.mod": mod, "a.go": leak})
	c.open("a.go")
	p := c.published("a.go")
	fix := find(t, c.actions("a.go", p.Diagnostics[0].Range), "Range over lifecycle.Recv")
	if _, err := c.rpc.Call(t.Context(), "workspace/executeCommand", fix.Command); err == nil || !strings.Contains(err.Error(), "go get cannot get") {
		t.Errorf("%v", err)
	}
	if m := <-c.shown; m.Type != severityError || !strings.Contains(m.Message, "not fixed: its fix needs") {
		t.Errorf("%+v", m)
	}
	c.end()
}

// The comment that accepts a finding does so once the reason is written.
func TestIgnore(t *testing.T) {
	t.Parallel()
	c := connect(t, everything, Options{}, map[string]string{"go.mod": mod, "a.go": leak})
	c.open("a.go")
	p := c.published("a.go")
	ignore := find(t, c.actions("a.go", p.Diagnostics[0].Range, quickFix), "Ignore goroutineleak/ticker-range")
	text := apply(t, ignore, utf16Encoding, func(string) string { return leak })[c.uri("a.go")]
	if !strings.Contains(text, "\t\t//lifecyclelint:ignore goroutineleak/ticker-range --\n\t\tfor range") {
		t.Errorf("ignored:\n%s", text)
	}
	c.save("a.go", 2, text)
	if p := c.published("a.go"); codes(p) != "ignore/malformed goroutineleak/ticker-range" {
		t.Errorf("without a reason: %s", codes(p))
	}
	c.call("workspace/executeCommand", ignore.Command, new(any))
	show := params[showDocumentParams](t, c.asks("window/showDocument"))
	if at := show.Selection.Start; at != (position{6, 54}) || text[newText([]byte(text), utf16Encoding).index(at)] != '\n' {
		t.Errorf("the reason is to be written at %+v", at)
	}
	c.save("a.go", 3, strings.Replace(text, "range --", "range -- lives as long as the process", 1))
	if p := c.published("a.go"); len(p.Diagnostics) != 0 {
		t.Errorf("accepted: %s", codes(p))
	}
	c.end()
}

// Modules of a workspace are analyzed separately, packages that are not open not at all,
// and closed files are cleared.
func TestModules(t *testing.T) {
	t.Parallel()
	c := connect(t, everything, Options{}, map[string]string{
		"go.work":    "go 1.26\n\nuse (\n\t./one\n\t./two\n)\n",
		"one/go.mod": "module example.com/one\n\ngo 1.26\n", "one/a.go": leak, "one/other/b.go": leak,
		"two/go.mod": "module example.com/two\n\ngo 1.26\n", "two/a.go": leak,
	})
	c.open("one/a.go")
	if p := c.published("one/a.go"); codes(p) != "goroutineleak/ticker-range" {
		t.Error(codes(p))
	}
	c.open("two/a.go")
	if p := <-c.diagnostics; p.URI != c.uri("two/a.go") || codes(p) != "goroutineleak/ticker-range" {
		t.Errorf("%+v", p)
	}
	c.notify("textDocument/didClose", documentParams{documentID{c.uri("one/a.go")}})
	if p := <-c.diagnostics; p.URI != c.uri("one/a.go") || len(p.Diagnostics) != 0 {
		t.Errorf("closed: %+v", p)
	}
	var event didChangeFoldersParams
	event.Event.Removed = []folder{{URI: c.uri("")}}
	c.notify("workspace/didChangeWorkspaceFolders", event)
	c.end()
}

// Files of dependencies and of no module, and buffers that are in no file, have no actions;
// a folder that is removed takes its findings along.
func TestFolders(t *testing.T) {
	t.Parallel()
	c := connect(t, everything, Options{}, map[string]string{"in/go.mod": mod, "in/a.go": leak, "out/go.mod": mod, "out/a.go": leak})
	var event didChangeFoldersParams
	event.Event.Removed, event.Event.Added = []folder{{URI: toURI(c.dir)}}, []folder{{URI: c.uri("in")}}
	c.notify("workspace/didChangeWorkspaceFolders", event)
	c.open("out/a.go")
	c.notify("textDocument/didOpen", json.RawMessage(`{"textDocument": {"uri": "untitled:Untitled-1", "languageId": "go", "version": 1, "text": "package m"}}`))
	c.open("in/a.go")
	if p := <-c.diagnostics; p.URI != c.uri("in/a.go") {
		t.Errorf("%+v", p)
	}
	event.Event.Removed, event.Event.Added = []folder{{URI: c.uri("in")}}, []folder{{URI: c.uri("out")}}
	c.notify("workspace/didChangeWorkspaceFolders", event)
	got := map[string]string{}
	for range 2 {
		p := <-c.diagnostics
		got[p.URI] = codes(p)
	}
	if len(got) != 2 || got[c.uri("in/a.go")] != "" || got[c.uri("out/a.go")] != "goroutineleak/ticker-range" {
		t.Errorf("%q", got)
	}
	c.end()
}

// A package that is not analyzed is named, once in a message and then in the log.
func TestBroken(t *testing.T) {
	t.Parallel()
	c := connect(t, `{}`, Options{}, map[string]string{"go.mod": mod, "a.go": "package m\n\nvar x int = \"\"\n", "alone/a.go": leak})
	c.open("a.go")
	if m := <-c.shown; m.Type != severityWarning || !strings.Contains(m.Message, "example.com/m was not analyzed: ") {
		t.Errorf("%+v", m)
	}
	logged := func() {
		t.Helper()
		for m := range c.logged {
			if strings.Contains(m.Message, "could not be analyzed") {
				return
			}
		}
	}
	logged()
	c.notify("textDocument/didSave", documentParams{documentID{c.uri("a.go")}})
	logged()
	c.open("alone/a.go")
	logged()
	if p := c.published("alone/a.go"); !strings.HasSuffix(p.Diagnostics[0].Message, "\nalone/a.go:7: waits here for ticks only") {
		t.Errorf("the trace, for a client that shows no related places: %q", p.Diagnostics[0].Message)
	}
	select {
	case m := <-c.shown:
		t.Errorf("shown again: %+v", m)
	default:
	}
	c.end()
}

// A configuration that cannot be read is shown.
func TestSettings(t *testing.T) {
	t.Parallel()
	c := connect(t, `{}`, Options{Settings: func(string) (*Settings, error) { return nil, errors.New("no such check") }}, map[string]string{"go.mod": mod, "a.go": leak})
	c.open("a.go")
	if m := <-c.shown; m.Type != severityError || m.Message != "lifecyclelint: no such check" {
		t.Errorf("%+v", m)
	}
	c.end()
}

// A save during a run ends that run, and what was saved last is what is published last.
func TestOutdatedRun(t *testing.T) {
	t.Parallel()
	var runs atomic.Int32
	begun, release := make(chan struct{}), make(chan struct{})
	c := connect(t, `{}`, Options{Settings: func(dir string) (*Settings, error) {
		if runs.Add(1) == 1 {
			close(begun)
			<-release
		}
		return settings(dir)
	}}, map[string]string{"go.mod": mod, "a.go": leak})
	c.open("a.go")
	<-begun
	c.save("a.go", 2, "package m\n")
	c.save("a.go", 3, "// Nothing.\n"+leak)
	close(release)
	p := c.published("a.go")
	for p.Version == nil || *p.Version != 3 {
		p = c.published("a.go")
	}
	if codes(p) != "goroutineleak/ticker-range" || p.Diagnostics[0].Range.Start.Line != 7 || runs.Load() < 2 {
		t.Errorf("after %d runs: %+v", runs.Load(), p)
	}
	c.end()
}

// What comes at the wrong time is refused, and a request that is no longer wanted ends.
func TestProtocolErrors(t *testing.T) {
	t.Parallel()
	c := connect(t, "", Options{}, nil)
	refused := func(method string, params any, code jrpc2.Code) {
		t.Helper()
		_, err := c.rpc.Call(t.Context(), method, params)
		if jrpc2.ErrorCode(err) != code {
			t.Errorf("%s: %v", method, err)
		}
	}
	refused("textDocument/hover", hoverParams{}, serverNotInitialized)
	c.call("initialize", json.RawMessage(`{"processId": `+quote(os.Getpid())+`, "workspaceFolders": null, "capabilities": {}}`), new(initializeResult))
	refused("initialize", json.RawMessage(`{"capabilities": {}}`), jrpc2.InvalidRequest)
	refused("textDocument/rename", struct{}{}, jrpc2.MethodNotFound)
	refused("workspace/executeCommand", executeParams{Command: "other"}, jrpc2.InvalidParams)
	refused("workspace/executeCommand", executeParams{Command: fixCommand}, jrpc2.InvalidParams)
	c.call("shutdown", nil, new(any))
	refused("textDocument/hover", hoverParams{}, jrpc2.InvalidRequest)
	c.notify("exit", nil)
	if err := <-c.ended; err != nil {
		t.Error(err)
	}
}

// The end of the client is the end of the server, in the middle of a run, too.
func TestClientGone(t *testing.T) {
	t.Parallel()
	c := connect(t, `{}`, Options{}, map[string]string{"go.mod": mod, "a.go": leak})
	c.open("a.go")
	if err := c.rpc.Close(); err != nil {
		t.Error(err)
	}
	if err := <-c.ended; err != nil {
		t.Error(err)
	}
	c = connect(t, `{}`, Options{}, nil)
	c.notify("exit", nil)
	if err := <-c.ended; !errors.Is(err, ErrNoShutdown) {
		t.Errorf("exit without shutdown: %v", err)
	}
}

// A request that its client cancels ends, and the trial continues for the next one.
func TestCancelledRequest(t *testing.T) {
	t.Parallel()
	c := connect(t, `{}`, Options{}, map[string]string{"go.mod": mod, "a.go": mistakes})
	c.open("a.go")
	at := c.published("a.go").Diagnostics[1].Range
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := c.rpc.Call(ctx, "textDocument/codeAction", codeActionParams{TextDocument: documentID{c.uri("a.go")}, Range: at}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	find(t, c.actions("a.go", at), "Remove the second acquisition")
	c.end()
}
