package drive

import "context"

type Service struct{}

type GetCall struct{}

type File struct{ Size int64 }

func (s *Service) Get(id string) *GetCall { return &GetCall{} }

func (c *GetCall) Fields(names ...string) *GetCall { return c }

func (c *GetCall) Context(ctx context.Context) *GetCall { return c }

func (c *GetCall) Do() (*File, error) { return &File{}, nil }
