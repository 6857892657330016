package profile

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/lifecyclelint/lifecyclelint/internal/lazyregexp"
)

// A Problem is an input that could not be read, or not as a whole.
type Problem struct {
	Name    string `json:"name"`
	Message string `json:"message"`
}

// A Reader reads inputs as the command line names them.
type Reader struct {
	Timeout time.Duration // of one request
	MaxSize int64         // of what one URL sends, as it is sent
	// Each is passed the profiles one by one, so that not all are in memory together.
	Each func(*Profile)

	Problems []Problem
	Skipped  int // files of directories that are no profiles of goroutines
}

// maxFiles is how many files of a directory are read.
const maxFiles = 100_000

// A NameError says that an input is not there, or that its name is none.
type NameError struct{ Err error }

func (e *NameError) Error() string { return e.Err.Error() }
func (e *NameError) Unwrap() error { return e.Err }

// Read reads one input: [INSTANCE=]FILE, DIR or URL. Its error is of the name, or of the
// context; what is wrong with the contents is a problem.
func (r *Reader) Read(ctx context.Context, arg string) error {
	instance, name := split(arg)
	if isURL(name) {
		return r.url(ctx, instance, name)
	}
	info, err := os.Stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return &NameError{fmt.Errorf("there is no file or directory %s", name)}
	case err != nil:
		return &NameError{err}
	case info.IsDir():
		return r.dir(ctx, instance, name)
	}
	if err := r.file(name, instance); err != nil {
		r.problem(name, err)
	}
	return ctx.Err()
}

// IsURL reports whether an input is a URL.
func IsURL(arg string) bool {
	_, name := split(arg)
	return isURL(name)
}

func isURL(name string) bool {
	return strings.HasPrefix(name, "http://") || strings.HasPrefix(name, "https://")
}

var instanceRE = lazyregexp.New(`^[A-Za-z0-9][A-Za-z0-9_.:@-]*$`)

// split takes the name of the process off. A file with the whole name wins.
func split(arg string) (instance, name string) {
	before, after, ok := strings.Cut(arg, "=")
	if isURL(arg) || !ok || after == "" || !instanceRE().MatchString(before) {
		return "", arg
	}
	if _, err := os.Stat(arg); err == nil {
		return "", arg
	}
	return before, after
}

func (r *Reader) problem(name string, err error) {
	r.Problems = append(r.Problems, Problem{name, err.Error()})
}

func (r *Reader) file(name, instance string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	list, err := Read(f, name)
	if err != nil {
		return err
	}
	r.hand(list, instance)
	return nil
}

// hand passes profiles on; what they contain about the process is preferred to the name
// that is given for it.
func (r *Reader) hand(list []*Profile, instance string) {
	for _, p := range list {
		p.Instance = cmp.Or(instance, p.Instance)
		for _, note := range p.Notes {
			r.Problems = append(r.Problems, Problem{p.Name, note})
		}
		r.Each(p)
	}
}

// dir reads all files below a directory. Those of one subdirectory are of one process,
// and so are those whose names differ in numbers and times alone.
func (r *Reader) dir(ctx context.Context, instance, root string) error {
	var files []string
	err := filepath.WalkDir(root, func(name string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case strings.HasPrefix(e.Name(), ".") && name != root && e.IsDir():
			return fs.SkipDir
		case e.IsDir(), strings.HasPrefix(e.Name(), "."):
			return nil
		case len(files) >= maxFiles:
			return fmt.Errorf("more than %d files are in it", maxFiles)
		}
		files = append(files, name)
		return nil
	})
	if err != nil {
		return &NameError{fmt.Errorf("%s: %w", root, err)}
	}
	if len(files) == 0 {
		return &NameError{fmt.Errorf("no file is in %s", root)}
	}
	slices.SortStableFunc(files, natural)
	read := 0
	for _, name := range files {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		rel, err := filepath.Rel(root, name)
		if err != nil {
			return err
		}
		switch err := r.file(name, cmp.Or(instance, InstanceOf(rel))); {
		case errors.Is(err, ErrOther):
			r.Skipped++
		case err != nil:
			r.problem(name, err)
		default:
			read++
		}
	}
	if read == 0 && r.Skipped == len(files) {
		r.problem(root, fmt.Errorf("none of its %d files is a profile of goroutines", len(files)))
	}
	return nil
}

// numberRE matches what distinguishes the moments of one process in a file's name: the
// digits of numbers and times.
var numberRE = lazyregexp.New(`[-_.]?\d[0-9TZ:_+-]*$`)

// InstanceOf returns the process that a file of a directory is of: its subdirectory, what
// is before an @, or its name without the number or time at the end.
func InstanceOf(rel string) string {
	dir, base := path.Split(filepath.ToSlash(rel))
	if dir != "" {
		return strings.TrimSuffix(dir, "/")
	}
	if before, _, ok := strings.Cut(base, "@"); ok {
		return before
	}
	for ext := path.Ext(base); ext != "" && !strings.ContainsAny(ext[1:], "0123456789"); ext = path.Ext(base) {
		base = strings.TrimSuffix(base, ext)
	}
	if stem := numberRE().ReplaceAllString(base, ""); stem != "" {
		return stem
	}
	return "process"
}

// natural orders names so that numbers in them count as such.
func natural(a, b string) int {
	for a != "" && b != "" {
		na, nb := digits(a), digits(b)
		if na > 0 && nb > 0 {
			x, y := strings.TrimLeft(a[:na], "0"), strings.TrimLeft(b[:nb], "0")
			if c := cmp.Or(cmp.Compare(len(x), len(y)), strings.Compare(x, y)); c != 0 {
				return c
			}
			a, b = a[na:], b[nb:]
			continue
		}
		if a[0] != b[0] {
			return cmp.Compare(a[0], b[0])
		}
		a, b = a[1:], b[1:]
	}
	return cmp.Compare(len(a), len(b))
}

func digits(s string) int {
	n := 0
	for n < len(s) && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	return n
}

// url reads one URL. That of the list of profiles stands for the goroutine profile and,
// where the process has it, that of leaked goroutines.
func (r *Reader) url(ctx context.Context, instance, name string) error {
	u, err := url.Parse(name)
	if err != nil || u.Host == "" {
		return &NameError{fmt.Errorf("%s is no URL", name)}
	}
	instance = cmp.Or(instance, u.Host)
	trimmed := strings.TrimSuffix(u.Path, "/")
	if trimmed != "" && !strings.HasSuffix(trimmed, "/debug/pprof") {
		if err := r.get(ctx, u, instance); err != nil {
			r.problem(u.Redacted(), err)
		}
		return ctx.Err()
	}
	u.Path = cmp.Or(trimmed, "/debug/pprof") + "/goroutine"
	if err := r.get(ctx, u, instance); err != nil {
		r.problem(u.Redacted(), err)
		return ctx.Err()
	}
	u.Path = cmp.Or(trimmed, "/debug/pprof") + "/goroutineleak"
	if err := r.get(ctx, u, instance); err != nil && !errors.Is(err, errNotFound) {
		r.problem(u.Redacted(), err)
	}
	return ctx.Err()
}

var errNotFound = errors.New("the server has no such profile: 404")

func (r *Reader) get(ctx context.Context, u *url.URL, instance string) error {
	ctx, cancel := context.WithTimeout(ctx, r.Timeout)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return r.late(ctx, err)
	}
	defer resp.Body.Close()
	if resp.StatusCode == http.StatusNotFound {
		return errNotFound
	}
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("the server answers %s", resp.Status)
	}
	now := time.Now()
	body := &limited{r: resp.Body, left: r.MaxSize}
	list, err := Read(body, u.Redacted())
	if body.left < 0 {
		return fmt.Errorf("it has more than %d MB; --max-size allows more", r.MaxSize>>20)
	}
	if err != nil {
		return r.late(ctx, err)
	}
	for _, p := range list {
		if p.Time.IsZero() {
			p.Time = now
		}
	}
	r.hand(list, instance)
	return nil
}

// late names the timeout where that is what went wrong.
func (r *Reader) late(ctx context.Context, err error) error {
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return fmt.Errorf("no complete answer within %v; --timeout allows more", r.Timeout)
	}
	var wrapped *url.Error
	if errors.As(err, &wrapped) {
		return wrapped.Err
	}
	return err
}

// limited is a reader that ends with an error where the limit is.
type limited struct {
	r    io.Reader
	left int64
}

var errTooLarge = errors.New("too large")

func (l *limited) Read(p []byte) (int, error) {
	if l.left < 0 {
		return 0, errTooLarge
	}
	n, err := l.r.Read(p[:min(int64(len(p)), l.left+1)])
	if l.left -= int64(n); l.left < 0 {
		return 0, errTooLarge
	}
	return n, err
}
