package nilmapwrite

import "maps"

// A fetcher remembers tags, for which only an option makes the map.
type fetcher struct {
	base string
	tags map[string]string
}

type option func(*fetcher)

func withTags(tags map[string]string) option {
	return func(f *fetcher) { f.tags = maps.Clone(tags) }
}

func newFetcher(base string, opts ...option) *fetcher {
	f := &fetcher{base: base}
	for _, o := range opts {
		o(f)
	}
	return f
}

func (f *fetcher) remember(path, tag string) {
	f.tags[path] = tag // want `panic: assignment to an entry of a nil map: no code makes tags, but for the option at line 14, which callers may leave out`
}
