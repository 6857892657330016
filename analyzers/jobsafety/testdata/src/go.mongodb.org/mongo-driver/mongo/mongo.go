package mongo

import "context"

type Collection struct{}

type SingleResult struct{}

func (*SingleResult) Decode(v interface{}) error { return nil }

type UpdateResult struct{}

type Cursor struct{}

type SessionContext interface {
	context.Context
	EndSession(context.Context)
}

func (*Collection) FindOneAndUpdate(ctx context.Context, filter, update interface{}, opts ...any) *SingleResult {
	return nil
}
func (*Collection) UpdateOne(ctx context.Context, filter, update interface{}, opts ...any) (*UpdateResult, error) {
	return nil, nil
}
func (*Collection) UpdateMany(ctx context.Context, filter, update interface{}, opts ...any) (*UpdateResult, error) {
	return nil, nil
}
func (*Collection) UpdateByID(ctx context.Context, id, update interface{}, opts ...any) (*UpdateResult, error) {
	return nil, nil
}
func (*Collection) Find(ctx context.Context, filter interface{}, opts ...any) (*Cursor, error) {
	return nil, nil
}
