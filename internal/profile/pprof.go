package profile

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/pprof/profile"
)

// readProto reads a profile in pprof's format.
func readProto(data []byte, name string) (*Profile, error) {
	data, left := compact(data)
	raw, err := profile.ParseUncompressed(data)
	if err != nil {
		return nil, fmt.Errorf("neither a profile in pprof's format nor text: %w", err)
	}
	if err := raw.CheckValid(); err != nil {
		return nil, fmt.Errorf("the profile is damaged: %w", err)
	}
	v, err := findValues(raw)
	if err != nil {
		return nil, err
	}
	p := &Profile{Name: name, Kind: v.kind}
	if raw.TimeNanos != 0 {
		p.Time = time.Unix(0, raw.TimeNanos)
	}
	if len(raw.Mapping) > 0 {
		p.BuildID = raw.Mapping[0].BuildID
	}
	for _, c := range raw.Comments {
		p.comment(c)
	}
	t := newTally(p)
	t.Total, t.left = left, left
	for _, s := range raw.Sample {
		if err := v.add(t, s); err != nil {
			return nil, err
		}
	}
	return t.done(), nil
}

// values says which of a sample's values are wanted.
type values struct {
	kind         Kind
	count, delay int // -1 for none
}

// counts are the types of samples that count goroutines: those of the runtime, of
// Pyroscope and of Google Cloud Profiler.
var counts = map[string]Kind{
	"goroutine": Goroutine, "goroutines": Goroutine, "threads": Goroutine,
	"goroutineleak": Leak, "goroutine-leak": Leak,
}

func findValues(raw *profile.Profile) (values, error) {
	v := values{count: -1, delay: -1}
	var types []string
	for i, t := range raw.SampleType {
		types = append(types, t.Type+"/"+t.Unit)
		switch kind := counts[t.Type]; {
		case kind != "":
			v.kind, v.count = kind, i
		case t.Type == "contentions":
			v.kind, v.count = Block, i
		case t.Type == "delay":
			v.kind, v.delay = Block, i
		}
	}
	if raw.PeriodType != nil && counts[raw.PeriodType.Type] != "" {
		v.kind = counts[raw.PeriodType.Type]
		if v.count < 0 && len(types) == 1 { // some stores rename the type to samples
			v.count = 0
		}
	}
	if v.kind == "" || v.count < 0 && v.delay < 0 {
		if len(types) == 0 {
			return v, errors.New("the profile is empty: it names no type of sample")
		}
		return v, fmt.Errorf("%w: the profile is one of %s; confirm reads those of goroutines, leaked goroutines, blocking and mutexes", ErrOther, strings.Join(types, ", "))
	}
	return v, nil
}

func (v values) add(t *tally, s *profile.Sample) error {
	stack := &Stack{Leaked: v.kind == Leak}
	for _, loc := range s.Location {
		for _, line := range loc.Line { // inlined calls come first
			if line.Function != nil && len(stack.Frames) < maxDepth {
				stack.Frames = append(stack.Frames, Frame{plain(line.Function.Name), line.Function.Filename, int(line.Line)})
			}
		}
	}
	if len(s.Location) > 0 && len(stack.Frames) == 0 {
		return errors.New("the profile has addresses and no names of functions; pprof -proto with the binary adds them")
	}
	count := int64(1)
	if v.count >= 0 {
		count = s.Value[v.count]
	}
	if count <= 0 {
		return nil
	}
	stack.Count = int(min(count, maxNumber))
	if v.delay >= 0 {
		stack.Delay = time.Duration(s.Value[v.delay])
	}
	stack.State = StateOf(stack.Frames)
	if v.kind == Block && t.Kind == Block && unlocks(stack.Frames) {
		t.Kind = Mutex
	}
	stack.Frames = trim(stack.Frames)
	t.add(stack)
	return nil
}

// unlocks reports whether a stack is one of a mutex profile: those end in the call that
// releases the lock.
func unlocks(frames []Frame) bool {
	return slices.ContainsFunc(frames[:min(len(frames), 4)], func(f Frame) bool {
		return strings.HasSuffix(f.Function, ").Unlock") || strings.HasSuffix(f.Function, ").RUnlock") || f.Function == "runtime.unlock"
	})
}

// trim leaves out the frames of the runtime on top and below, of which text formats show
// none.
func trim(frames []Frame) []Frame {
	inner := func(f Frame) bool { return PackageOf(f.Function) == "runtime" }
	for len(frames) > 1 && inner(frames[0]) {
		frames = frames[1:]
	}
	for len(frames) > 1 && inner(frames[len(frames)-1]) {
		frames = frames[:len(frames)-1]
	}
	return frames
}

// comment reads what a profile says of itself: the lines that lifecycletest writes, and
// the revision that a build may put there.
func (p *Profile) comment(text string) {
	text = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(text), "#"))
	key, value, ok := strings.Cut(text, "=")
	switch {
	case ok && key == "vcs.revision":
		p.Revision = value
	case ok && key == "time":
		if at, err := time.Parse(time.RFC3339Nano, value); err == nil {
			p.Time = at
		}
	case ok && key == "instance":
		p.Instance = value
	case strings.HasPrefix(text, afterEndMark):
		p.AfterEnd = true
	}
}

// afterEndMark begins the comment of a profile in which nothing should be left.
const afterEndMark = "lifecycletest: goroutines left behind"
