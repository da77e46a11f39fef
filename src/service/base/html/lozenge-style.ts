/** The look of options and states on every page; colors are Atlassian’s design tokens, light and dark. */
export const lozengeStyle = `
.lozenge {
  display: inline-block;
  max-width: 200px;
  padding: 1px 4px;
  overflow: hidden;
  font-size: 12px;
  line-height: 16px;
  text-overflow: ellipsis;
  white-space: nowrap;
  vertical-align: top;
  border: 1px solid;
  border-radius: 4px;
}
.lozenge-gray {
  color: light-dark(#292a2e, #cecfd2);
  background: light-dark(#0515240f, #ceced912);
  border-color: light-dark(#0b120e24, #e3e4f21f);
}
.lozenge-blue {
  color: light-dark(#123263, #cfe1fd);
  background: light-dark(#cfe1fd, #123263);
  border-color: light-dark(#8fb8f6, #1558bc);
}
.lozenge-green {
  color: light-dark(#37471f, #d3f1a7);
  background: light-dark(#d3f1a7, #37471f);
  border-color: light-dark(#b3df72, #4c6b1f);
}
.lozenge-yellow {
  color: light-dark(#693200, #fce4a6);
  background: light-dark(#fce4a6, #693200);
  border-color: light-dark(#fbc828, #9e4c00);
}
.lozenge-red {
  color: light-dark(#5d1f1a, #ffd5d2);
  background: light-dark(#ffd5d2, #5d1f1a);
  border-color: light-dark(#fd9891, #ae2e24);
}
.lozenge-purple {
  color: light-dark(#48245d, #eed7fc);
  background: light-dark(#eed7fc, #48245d);
  border-color: light-dark(#d8a0f7, #803fa5);
}
`;
